import { Image } from 'antd'
import type { FileOptions } from '#schemas/widget/file.ts'
import type { ReadProps } from '../widget.ts'
import { downloadAddress, fileAddress, fileName, isPicture, shortName } from './file-name.ts'
import './files.css'
import { knownFiles } from './known-files.ts'

/** Px of a picture in a list, and where there is room. */
const SMALL = 32
const LARGE = 96

/** Pictures small, to be opened large; other files by name. */
export function ReadFiles({ field, value, options, row, whole }: ReadProps<FileOptions, string[]>) {
  const known = knownFiles(row, field.name)
  const size = whole ? LARGE : SMALL
  return (
    <span className="expo-files-read">
      <Image.PreviewGroup>
        {value.map((path) => {
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
          return (
            <a
              key={path}
              href={options.allowDownload === false ? address : downloadAddress(address)}
              target="_blank"
              rel="noopener noreferrer"
              title={name}
            >
              {whole ? name : shortName(name)}
            </a>
          )
        })}
      </Image.PreviewGroup>
    </span>
  )
}
