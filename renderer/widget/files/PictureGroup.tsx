import { CloseOutlined } from '@ant-design/icons'
import { Image } from 'antd'
import { type AriaAttributes, Children, cloneElement, type ReactElement, type ReactNode } from 'react'
import { t } from '#schemas/text/text.ts'
import './files.css'

/** A picture that is looked at large. */
export interface Picture {
  name: string
  src: string
}

interface Props {
  /** In the order in which they are shown: the library alone keeps the one in which they first appeared. */
  pictures: readonly Picture[]
  children: ReactNode
}

/** Pictures that open large, one after the other, each with its name. */
export function PictureGroup({ pictures, children }: Props) {
  return (
    <Image.PreviewGroup
      items={pictures.map(({ src }) => src)}
      classNames={{ popup: { mask: 'expo-picture-mask' } }}
      preview={{
        alt: t('图片预览'),
        closeIcon: <CloseOutlined aria-label={t('关闭')} />,
        imageRender: (image, { current }) =>
          cloneElement(image as ReactElement<{ alt: string }>, { alt: pictures[current]?.name ?? '' }),
        countRender: (current, total) => (
          <>
            {pictures[current - 1]?.name} <bdi>{`${current} / ${total}`}</bdi>
          </>
        ),
        actionsRender: named,
      }}
    >
      {children}
    </Image.PreviewGroup>
  )
}

/** The tools of the library, which names them in English only. */
function named(bar: ReactElement): ReactNode {
  const names: Readonly<Record<string, string>> = {
    flipY: t('上下翻转'),
    flipX: t('左右翻转'),
    rotateLeft: t('向左旋转'),
    rotateRight: t('向右旋转'),
    zoomOut: t('缩小'),
    zoomIn: t('放大'),
  }
  const { props } = bar as ReactElement<{ children: ReactElement<AriaAttributes & { title?: string }>[] }>
  return cloneElement(
    bar as ReactElement<{ children: ReactNode }>,
    {},
    Children.map(props.children, (tool) => {
      const name = names[tool.key ?? '']
      return name === undefined ? tool : cloneElement(tool, { 'aria-label': name, title: name })
    }),
  )
}
