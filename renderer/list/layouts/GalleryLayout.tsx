import { PictureOutlined } from '@ant-design/icons'
import { Image } from 'antd'
import type { GalleryLayout as Gallery, Row } from '#schemas/compile/model.ts'
import { displayText } from '../../widget/display-text.ts'
import { fileItems } from '../../widget/files/file-item.ts'
import { fileAddress, fileName, isPicture, pictures } from '../../widget/files/file-name.ts'
import { knownFiles } from '../../widget/files/known-files.ts'
import { PictureGroup } from '../../widget/files/PictureGroup.tsx'
import { useRenderer } from '../../widget/renderer-context.tsx'
import { TotalsLine } from '../../widget/TotalValue.tsx'
import { CardsPager } from '../CardsPager.tsx'
import { liveClass } from '../live/LiveNotice.tsx'
import { NoRows } from '../NoRows.tsx'
import { RowActions } from '../RowActions.tsx'
import { CardFacts } from './CardFacts.tsx'
import { CardTitle } from './CardTitle.tsx'
import type { LayoutProps } from './layout-props.ts'
import './layouts.css'

/** Px of the picture on a card. */
const PICTURE_HEIGHT = 160

/** The rows of a list as cards with a picture, a page at a time. */
export function GalleryLayout({ layout, list, actions }: Omit<LayoutProps<Gallery>, 'fieldChange'>) {
  const { registry } = useRenderer()
  const rows = list.rows ?? []
  if (rows.length === 0) return <NoRows list={list} />
  return (
    <>
      <ul className="expo-gallery" aria-busy={list.loading}>
        {rows.map((row) => {
          const id = list.keyOf(row)
          const title = displayText(registry, layout.label, row) || id
          const ofRow = actions?.(row) ?? []
          return (
            <li key={id}>
              <article
                className={`expo-card expo-gallery-card ${liveClass(list, id)}`.trimEnd()}
                aria-label={title}
              >
                <Cover name={layout.image.name} row={row} />
                <header className="expo-card-head">
                  <CardTitle title={title} actions={actions} row={row} />
                  {ofRow.length > 0 ? <RowActions actions={ofRow} narrow /> : null}
                </header>
                <CardFacts fields={layout.fields} row={row} />
              </article>
            </li>
          )
        })}
      </ul>
      <TotalsLine columns={list.shape.columns} totals={list.totals} />
      <CardsPager list={list} />
    </>
  )
}

/** The first picture of a field; all of them are looked at from it. */
function Cover({ name, row }: { name: string; row: Row }) {
  const known = knownFiles(row, name)
  const paths = fileItems(row[name]).map(({ path }) => path)
  const path = paths.find((one) => isPicture(one, known(one)) && fileAddress(one, known(one)))
  if (path === undefined)
    return (
      <div className="expo-gallery-none" aria-hidden="true">
        <PictureOutlined />
      </div>
    )
  const file = known(path)
  const address = fileAddress(path, file)
  return (
    <div className="expo-gallery-cover">
      <PictureGroup pictures={pictures(paths, known)}>
        <Image
          src={file?.thumb ?? address}
          preview={address ? { src: address } : {}}
          alt={fileName(path, file)}
          width="100%"
          height={PICTURE_HEIGHT}
        />
      </PictureGroup>
    </div>
  )
}
