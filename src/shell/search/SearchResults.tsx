import { text } from '../../text/zh-CN.ts'
import type { SearchItem } from './search-items.ts'
import type { SearchGroup } from './use-search-groups.ts'

/** The element of an item, for the box that chooses it. */
export function optionId({ key }: SearchItem): string {
  return `search ${key}`.replaceAll(/\s/g, '-')
}

interface Props {
  groups: readonly SearchGroup[]
  /** Element of the item that Enter chooses. */
  active: string | undefined
  onReach(item: SearchItem): void
  onChoose(item: SearchItem): void
}

/** What was found, under headings. The keyboard works through the box above; the mouse through the entries. */
export function SearchResults({ groups, active, onReach, onChoose }: Props) {
  return (
    <div id="search-results" role="listbox" aria-label={text.search.title} className="search-results">
      {groups.map(({ key, title, items }) => (
        // biome-ignore lint/a11y/useSemanticElements: a group of options, not of fields
        <div key={key} role="group" aria-labelledby={`search-group-${key}`}>
          <div id={`search-group-${key}`} role="presentation" className="search-group">
            {title}
          </div>
          {items.map((item) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: arrow keys and Enter are handled by the input
            <div
              key={item.key}
              id={optionId(item)}
              role="option"
              aria-selected={optionId(item) === active}
              tabIndex={-1}
              className="search-result"
              onClick={() => onChoose(item)}
              onMouseMove={() => optionId(item) !== active && onReach(item)}
            >
              <span lang={item.lang} className="search-title">
                {item.title}
              </span>
              {item.trail && <span className="search-trail">{item.trail}</span>}
            </div>
          ))}
        </div>
      ))}
    </div>
  )
}
