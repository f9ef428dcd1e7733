export { Result as default } from 'antd'
