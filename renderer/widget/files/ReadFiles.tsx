import { Image } from 'antd'
import type { FileOptions } from '#schemas/widget/file.ts'
import type { ReadProps } from '../widget.ts'
import { DownloadAll, PreviewTool } from './FileTools.tsx'
import { downloadAddress, fileAddress, fileName, isPicture, pictures, shortName } from './file-name.ts'
import './files.css'
import { knownFiles, zipAddress } from './known-files.ts'
import { PictureGroup } from './PictureGroup.tsx'

/** Px of a picture in a list, and where there is room. */
const SMALL = 32
const LARGE = 96
/** Files that are shown in a list; the others are counted. */
const SHOWN = 6

/** Pictures small, to be opened large; other files by name. */
export function ReadFiles({ field, value, options, row, whole }: ReadProps<FileOptions, string[]>) {
  const known = knownFiles(row, field.name)
  const { allowDownload = true } = options
  const zip = zipAddress(row, field.name)
  const size = whole ? LARGE : SMALL
  return (
    <span className="expo-files-read">
      <PictureGroup pictures={pictures(value, known)}>
        {(whole ? value : value.slice(0, SHOWN)).map((path) => {
          const file = known(path)
          const name = fileName(path, file)
          const address = fileAddress(path, file)
          if (!address)
            return (
              <span key={path} title={path}>
                {name}
              </span>
            )
          if (isPicture(path, file))
            return (
              <Image
                key={path}
                src={file?.thumb ?? address}
                preview={{ src: address }}
                alt={name}
                width={size}
                height={size}
              />
            )
          const shown = whole ? name : shortName(name)
          return (
            <span key={path}>
              {allowDownload ? (
                <a href={downloadAddress(address)} download={name} title={name}>
                  {shown}
                </a>
              ) : (
                <span title={name}>{shown}</span>
              )}
              {file?.preview && <PreviewTool name={name} address={file.preview} />}
            </span>
          )
        })}
      </PictureGroup>
      {!whole && value.length > SHOWN ? `+${value.length - SHOWN}` : null}
      {allowDownload && zip && <DownloadAll address={zip} isSmall={!whole} />}
    </span>
  )
}
