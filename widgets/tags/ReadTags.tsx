import { Flex, Tag } from 'antd'
import { ColoredText, type ReadProps } from '#renderer/index.ts'
import type { TagsOptions } from '#schemas/widget/tags.ts'
import { tagsOf } from './tags-text.ts'

/** Each tag in a box of its own, in its colour where it has one. */
export function ReadTags({ value, options: { colors = {} } }: ReadProps<TagsOptions, string>) {
  return (
    <Flex gap={4} wrap>
      {tagsOf(value).map((tag, at) =>
        Object.hasOwn(colors, tag) && colors[tag] ? (
          <ColoredText key={at} color={colors[tag]}>
            {tag}
          </ColoredText>
        ) : (
          <Tag key={at}>{tag}</Tag>
        ),
      )}
    </Flex>
  )
}
