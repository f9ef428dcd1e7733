import { CloseCircleFilled } from '@ant-design/icons'
import { texts } from '#schemas/text/text.ts'

/**
 * The cross of a control. The library puts it into a button of its own, which would be one more stop for Tab in every
 * filled field; the keyboard empties a control without it.
 */
function ClearIcon() {
  return (
    <CloseCircleFilled
      ref={(icon: HTMLElement | null) => {
        icon?.closest('button')?.setAttribute('tabindex', '-1')
      }}
    />
  )
}

/** For `allowClear`; the library's own label of the cross is English. */
export const CLEARABLE = texts({ label: '清除', clearIcon: <ClearIcon /> })
