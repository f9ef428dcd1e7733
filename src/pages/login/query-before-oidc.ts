import { createStore } from '../../session/storage.ts'

const NAME = 'OIDC_QUERY'
const tab = createStore(() => sessionStorage)

/** Query of the sign-in page, with where it leads afterwards, while this tab is at the provider. */
export const queryBeforeOidc = {
  set: (query: string) => tab.set(NAME, query),
  take(): string {
    const query = tab.get<string>(NAME) ?? ''
    tab.remove(NAME)
    return query
  },
}
