import { App, Empty, Flex, Input, Segmented } from 'antd'
import { useMemo, useState } from 'react'
import { PageContent } from '../../kit/PageContent.tsx'
import { text } from '../../text/zh-CN.ts'
import { type IconStyle, iconsOf } from './icon-names.ts'
import './icons.css'

const styles = (): { value: IconStyle; label: string }[] => [
  { value: 'Outlined', label: text.icons.outlined },
  { value: 'Filled', label: text.icons.filled },
  { value: 'TwoTone', label: text.icons.twoTone },
]

/** Every icon by its name; a click copies the name for a menu entry. */
export default function IconsPage() {
  const { message } = App.useApp()
  const [style, setStyle] = useState<IconStyle>('Outlined')
  const [wanted, setWanted] = useState('')
  const all = useMemo(() => iconsOf(style), [style])
  const word = wanted.trim().toLowerCase()
  const found = all.filter(({ name }) => name.includes(word))

  const handleCopy = (name: string) =>
    // Without a secure address the browser offers no clipboard.
    Promise.resolve(navigator.clipboard?.writeText(name) ?? Promise.reject(new Error('no clipboard'))).then(
      () => message.success(text.icons.copied(name)),
      () => message.info(text.icons.notCopied(name)),
    )

  return (
    <PageContent title={text.icons.title} description={text.icons.description}>
      <Flex wrap gap={12} style={{ marginBottom: 16 }}>
        <Segmented options={styles()} value={style} onChange={setStyle} />
        <Input.Search
          aria-label={text.icons.search}
          placeholder={text.icons.search}
          allowClear
          style={{ maxWidth: 280 }}
          onChange={(event) => setWanted(event.target.value)}
        />
        <span role="status">{text.icons.count(found.length)}</span>
      </Flex>
      {found.length === 0 ? (
        <Empty description={text.icons.none} />
      ) : (
        <ul className="icon-grid">
          {found.map(({ name, Icon }) => (
            <li key={name}>
              {/* A bubble of antd for each of 450 icons costs a second. */}
              <button
                type="button"
                className="icon-tile"
                title={text.icons.copy}
                onClick={() => handleCopy(name)}
              >
                <Icon />
                <span>{name}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </PageContent>
  )
}
