import { DeleteOutlined } from '@ant-design/icons'
import { Button, Empty, Flex, Listy } from 'antd'
import type { Row } from '#schemas/compile/model.ts'
import { t } from '#schemas/text/text.ts'
import { comingText } from '../../kit/coming-text.tsx'
import { GoneValue } from '../../kit/gone-value.tsx'
import { ShortText } from '../../kit/ShortText.tsx'
import { fileItems } from '../../widget/files/file-item.ts'
import { fileAddress } from '../../widget/files/file-name.ts'
import { knownFiles } from '../../widget/files/known-files.ts'
import type { ListModel } from '../use-list.ts'
import { useOneStop } from './use-one-stop.ts'
import './chosen-rows.css'

/** Height of the rows (px): as many as stand in the table beside them. */
const HEIGHT = 360

interface Props {
  list: ListModel
  /** Column that names a row. */
  name: string
  /** Names of rows that were chosen before, by their keys; null while they are under way. */
  names: ReadonlyMap<string, string> | null
  /** Longest name that is shown whole, a Chinese character counting as two; as long as the column where it is absent. */
  limit?: number
  /** Column that names a small picture of a row. */
  picture?: string
}

/** What is chosen, on all pages, with a button to take each away. A row without a name is gone, or not to be seen: its key stands for it. */
export function ChosenRows({ list, name, names, limit, picture }: Props) {
  const { chosen, choose } = list
  const rows = [...chosen].map(([key, row], at) => ({
    key,
    text: nameOf(row[name]) ?? names?.get(key) ?? null,
    image: picture === undefined ? undefined : pictureOf(row, picture),
    at,
  }))
  const { stop, listy, control, handleKey, handleScroll, wait } = useOneStop(rows.map(({ key }) => key))
  const takeAway = (key: string, at: number) => {
    // The button that was pressed goes with its row: the keyboard stays among the rows.
    wait((rows[at + 1] ?? rows[at - 1])?.key)
    choose(new Map([...chosen].filter(([one]) => one !== key)))
  }
  return (
    <div>
      <Flex align="center" justify="space-between" className="expo-chosen-head">
        <span aria-live="polite">{t('已选择 {size} 项', { size: rows.length })}</span>
        <Button type="link" size="small" disabled={rows.length === 0} onClick={() => choose(new Map())}>
          {t('清空')}
        </Button>
      </Flex>
      {rows.length === 0 ? (
        <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('暂无数据')} />
      ) : (
        // biome-ignore lint/a11y/useSemanticElements: between it and its rows stand boxes that a ul may not hold
        <div role="list" aria-label={t('已选择')} onKeyDown={handleKey}>
          <Listy
            ref={listy}
            virtual
            onScroll={handleScroll}
            height={HEIGHT}
            items={rows}
            rowKey="key"
            styles={{ item: { padding: 0 } }}
            itemRender={({ key, text, image, at }) => (
              // biome-ignore lint/a11y/useSemanticElements: see the list
              <div
                role="listitem"
                aria-setsize={rows.length}
                aria-posinset={at + 1}
                className="expo-chosen-row"
              >
                {image && <img className="expo-chosen-picture" src={image} alt="" />}
                {names === null || text !== null ? (
                  <span className="expo-chosen-name" title={text ?? ''}>
                    {limit === undefined || text === null ? (
                      comingText(text)
                    ) : (
                      <ShortText text={text} limit={limit} />
                    )}
                  </span>
                ) : (
                  <span className="expo-chosen-name">
                    <GoneValue values={[key]} />
                  </span>
                )}
                <Button
                  ref={control(key)}
                  tabIndex={key === stop ? 0 : -1}
                  type="text"
                  size="small"
                  icon={<DeleteOutlined />}
                  aria-label={t('删除{name}', { name: text ?? key })}
                  onClick={() => takeAway(key, at)}
                />
              </div>
            )}
          />
        </div>
      )}
    </div>
  )
}

/** Address of the first picture that a column of the row names. */
function pictureOf(row: Row, column: string): string | undefined {
  const [path = ''] = fileItems(row[column]).map((item) => item.path)
  const file = knownFiles(row, column)(path)
  return file?.thumb ?? fileAddress(path, file)
}

function nameOf(value: unknown): string | null {
  return value === null || value === undefined || value === '' ? null : String(value)
}
