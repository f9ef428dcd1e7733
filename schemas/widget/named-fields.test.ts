import { expect, it } from 'vitest'
import { filledFields, furtherLevels, namesIn } from './named-fields.ts'

it('reads names with blanks, empty parts, and what is no text at all', () => {
  expect(namesIn(' city ,,district')).toEqual(['city', 'district'])
  expect(namesIn('')).toEqual([])
  expect(namesIn(undefined)).toEqual([])
  expect(namesIn(['city'])).toEqual([])
})

it('knows which fields a choice fills, and which of them are further levels', () => {
  const popup = { view: 'popup', options: { destFields: 'name,phone', linkField: 'city' } }
  const linkDown = { view: 'link_down', options: { linkField: 'city,district' } }
  expect(filledFields(popup)).toEqual(['name', 'phone'])
  expect(furtherLevels(popup)).toEqual([])
  expect(filledFields({ view: 'cat_tree', options: { textField: 'label' } })).toEqual(['label'])
  expect(filledFields(linkDown)).toEqual(['city', 'district'])
  expect(furtherLevels(linkDown)).toEqual(['city', 'district'])
  expect(filledFields({ view: 'link_down' })).toEqual([])
  expect(filledFields({ view: 'constructor', options: { destFields: 'a' } })).toEqual([])
})
