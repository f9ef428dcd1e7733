import { CloseCircleFilled } from '@ant-design/icons'

/** For `allowClear` of a drop-down: the library's own label of the cross is English. */
export const CLEARABLE = { label: '清除', clearIcon: <CloseCircleFilled /> }
