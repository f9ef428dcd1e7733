import { Flex, Tag } from 'antd'
import type { ReadProps } from '#renderer/index.ts'
import { tagsOf } from './tags-text.ts'

/** Each tag in a box of its own. */
export function ReadTags({ value }: ReadProps<object, string>) {
  return (
    <Flex gap={4} wrap>
      {tagsOf(value).map((tag, at) => (
        <Tag key={at}>{tag}</Tag>
      ))}
    </Flex>
  )
}
