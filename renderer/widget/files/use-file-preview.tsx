import { App } from 'antd'
import { currentLanguage } from '#schemas/text/text.ts'
import './files.css'

/** Shows a PDF or a text in a dialog, by the address of its page. */
export function useFilePreview(): (name: string, address: string) => void {
  const { modal } = App.useApp()
  return (name, address) => {
    modal.info({
      title: name,
      icon: null,
      footer: null,
      closable: true,
      mask: { closable: true },
      width: 'min(1000px, 96vw)',
      centered: true,
      className: 'expo-files-preview',
      // Without a sandbox: browsers show no PDF in one. The page has no script, and its policy allows none.
      content: <iframe title={name} src={`${address}&lang=${currentLanguage()}`} />,
    })
  }
}
