import type { WidgetKind } from '../schemas/widget/index.ts'

/** What each kind is, in a sentence of the reference. */
export const WIDGET_SENTENCES: Readonly<Record<WidgetKind, string>> = {
  text: 'A line of text.',
  textarea: 'Several lines of text.',
  number: 'A number; a whole one where the property is an `integer`.',
  list: 'One choice out of a dictionary.',
  list_multi: 'Several choices out of a dictionary, stored as comma-separated values.',
  radio: 'One choice, all of them in view.',
  checkbox: 'Several choices, all of them in view, stored as comma-separated values.',
  switch: 'On or off, stored as one of two values (`Y` and `N`).',
  date: 'A day, `YYYY-MM-DD`.',
  datetime: 'A point of time, `YYYY-MM-DD HH:mm:ss`.',
  time: 'A time of day, `HH:mm:ss`.',
  cron: 'A schedule in the words of Quartz: six or seven parts, seconds first, Sunday is 1.',
  password: 'A secret; never shown in lists.',
  hidden: 'Part of the form, not shown.',
  sel_user: 'Users.',
  sel_depart: 'Departments.',
  popup: 'Chooses rows of a report or form and fills sibling fields.',
  popup_dict: 'Rows of a form, chosen in a dialog; a column of theirs is stored and another one shown.',
  link_table: 'Records of another form, as a dropdown or as cards.',
  link_table_field:
    'A column of the record that a `link_table` of the same form chose; it is shown and not stored.',
  link_down: 'Linked dropdowns: each level narrows the next.',
  pca: 'Province, city and district.',
  sel_tree: 'A node of a tree table.',
  cat_tree: 'A category.',
  sel_search: 'One choice out of a dictionary that is searched on the server.',
  markdown:
    'A text in Markdown, with a preview; stored as it was written, drawn formatted in details and as one line of words in lists.',
  rate: 'A number of stars.',
  color: 'A colour, `#rrggbb`, typed or chosen.',
  sel_role: 'Roles.',
  sel_position: 'Positions.',
  umeditor:
    'A rich text, stored as HTML and cleaned at every save; formatted in details, one line of words in lists.',
  code: 'A text of a programming language, with its colours and names that are offered while one types.',
  file: 'Stored files, kept as paths joined by commas; dragged in, pasted or chosen.',
  image: 'Stored pictures, kept as paths joined by commas; small in lists, opened large.',
  tags: 'Tags of two characters each, parted by semicolons while they are typed.',
  icon: 'The name of an icon, typed or chosen from those that menus draw.',
}
