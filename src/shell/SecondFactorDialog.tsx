import { Alert, Button, Modal } from 'antd'
import { useSetAtom } from 'jotai'
import { SecondFactorSetup } from '../kit/SecondFactorSetup.tsx'
import { useServices } from '../kit/services.ts'
import { factorRefusedTokenAtom } from '../session/atoms.ts'
import { text } from '../text/zh-CN.ts'

/** A role asks for a second factor: the dialog is left by setting it up or by signing out, in no other way. */
export function SecondFactorDialog() {
  const { session } = useServices()
  const setRefused = useSetAtom(factorRefusedTokenAtom)
  const handleDone = async () => {
    await session.refreshUser()
    setRefused(null)
  }
  return (
    <Modal
      open
      title={text.secondFactor.title}
      closable={false}
      keyboard={false}
      mask={{ closable: false }}
      footer={<Button onClick={() => void session.signOut()}>{text.user.logout}</Button>}
    >
      <Alert type="warning" showIcon title={text.secondFactor.required} style={{ marginBottom: 16 }} />
      <SecondFactorSetup onDone={() => void handleDone()} />
    </Modal>
  )
}
