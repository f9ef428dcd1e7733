import { cleanup, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, describe, expect, it } from 'vitest'
import type { FormDocument } from '#schemas/page/form.ts'
import { createMemoryClient, type MemoryData } from '#tests/helpers/memory-client.ts'
import { button, buttons, renderPage, renderWithRights, testServices } from '#tests/helpers/render-page.tsx'
import { createWidgetRegistry } from '#widgets/index.ts'
import { RequestError } from '../data/data-client.ts'
import { RenderPage } from '../page/RenderPage.tsx'
import { RendererProvider } from '../widget/renderer-context.tsx'

const fair: FormDocument = {
  kind: 'form',
  code: 'fair',
  title: '展会',
  schema: {
    type: 'object',
    required: ['name'],
    properties: {
      name: { type: 'string', title: '展会名称', view: 'text', maxLength: 50 },
      status: {
        type: 'string',
        title: '状态',
        view: 'list',
        dict: [
          { value: '1', text: '筹备中', color: 'blue' },
          { value: '2', text: '已结束' },
        ],
      },
      scale: { type: 'integer', title: '面积', view: 'number' },
      city: { type: 'string', title: '城市', view: 'text' },
      hall: { type: 'string', title: '展馆', view: 'text' },
      note: { type: 'string', title: '说明', view: 'text' },
    },
  },
  // Ten rows are as good as fifty, and quicker to draw.
  list: { columns: ['name', 'status', 'scale'], query: ['name', 'city', 'hall', 'note'], pageSize: 10 },
}
/** The document says nothing about its pages. */
const plain: FormDocument = { ...fair, list: { ...fair.list, pageSize: undefined } }

const ROWS = Array.from({ length: 120 }, (_, at) => ({
  id: `r${at + 1}`,
  name: `第${at + 1}届博览会`,
  status: at % 2 === 0 ? '1' : '2',
  scale: 1000 + at,
}))

const open = (data: Partial<MemoryData> = {}, search = '') => {
  const client = createMemoryClient({ documents: [fair], rows: { fair: ROWS }, ...data })
  const user = userEvent.setup({ pointerEventsCheck: 0, delay: null })
  return { client, user, ...renderPage(client, data.documents?.[0]?.code ?? 'fair', search) }
}
const bodyRows = () => [...document.querySelectorAll('.ant-table-tbody > tr.ant-table-row')]
const tick = (row: number) => bodyRows()[row]?.querySelector('input') as HTMLInputElement
const filterBox = (title: string) => screen.getByLabelText<HTMLInputElement>(title, { selector: 'input' })
const heading = (title: string) => screen.getByText(title, { selector: 'th *' })

// The form and the controls of filters are loaded when they are first drawn; here no test waits for that.
beforeAll(async () => {
  await Promise.all([import('../form/FormDialog.tsx'), createWidgetRegistry().load('filter', ['text'])])
})

describe('a generated list page', () => {
  it('opens with one request: page 1 of 50 rows, a pager that jumps, sizes and counts [list-01, list-02, list-03, list-04, list-05, list-06]', async () => {
    const { client } = open({ documents: [plain] })
    expect(await screen.findByText('第1届博览会')).toBeTruthy()
    expect(client.asked('page')).toHaveLength(1)
    expect(client.asked('list')).toEqual([['fair', { pageNo: 1, pageSize: 50 }]])
    expect(client.calls).toHaveLength(2)
    expect(bodyRows()).toHaveLength(50)
    expect(screen.getByText('1-50 共120条')).toBeTruthy()
    expect(document.querySelector('.ant-pagination-options-quick-jumper')).toBeTruthy()
    expect(document.querySelector('.ant-pagination-options-size-changer')).toBeTruthy()
  })

  it('calls its boxes by what they select, in Chinese [layout-19]', async () => {
    open()
    await screen.findByText('第1届博览会')
    expect(screen.getAllByRole('checkbox').map((box) => box.getAttribute('aria-label'))).toEqual([
      '全选',
      ...ROWS.slice(0, 10).map(({ name }) => `选择 ${name}`),
    ])
  })

  it('shows dictionary texts as coloured tags and numbers at the right', async () => {
    open()
    await screen.findByText('第1届博览会')
    const [first, second] = bodyRows() as [HTMLElement, HTMLElement]
    expect(within(first).getByText('筹备中').className).toContain('ant-tag-blue')
    expect(within(second).getByText('已结束').className).not.toContain('ant-tag')
    expect(within(first).getByText('1,000').closest('td')?.style.textAlign).toBe('right')
  })

  it('turns pages and sorts on the server', async () => {
    const { client, user } = open()
    await screen.findByText('第1届博览会')
    await user.click(screen.getByTitle('2'))
    expect(await screen.findByText('第11届博览会')).toBeTruthy()
    await user.click(heading('面积'))
    await waitFor(() =>
      expect(client.asked('list').at(-1)).toEqual([
        'fair',
        { pageNo: 1, pageSize: 10, sort: [{ field: 'scale', descending: false }] },
      ]),
    )
    await user.click(heading('面积'))
    expect(await screen.findByText('第120届博览会')).toBeTruthy()
  })

  it('searches by Enter from page 1, and 重置 shows everything again [queryfilter-20]', async () => {
    const { client, user, searches } = open({}, 'page=2')
    await screen.findByText('第11届博览会')
    await user.type(filterBox('展会名称'), '第12{Enter}')
    await waitFor(() => expect(bodyRows()).toHaveLength(2))
    expect(client.asked('list').at(-1)?.[1]).toMatchObject({
      pageNo: 1,
      filter: { field: 'name', rule: 'like', val: '第12' },
    })
    expect(new URLSearchParams(searches.at(-1)).get('q_name')).toBe('第12')
    await user.click(button('重置'))
    await waitFor(() => expect(bodyRows()).toHaveLength(10))
    expect(searches.at(-1)).toBe('')
    expect(filterBox('展会名称').value).toBe('')
    // One request per act.
    expect(client.asked('list')).toHaveLength(3)
  })

  it('shows one row of filters, the others behind 展开', async () => {
    const { user } = open()
    await screen.findByText('第1届博览会')
    expect(screen.queryByLabelText('说明', { selector: 'input' })).toBeNull()
    await user.click(button('展开'))
    expect(filterBox('说明')).toBeTruthy()
    await user.click(button('收起'))
    expect(screen.queryByLabelText('说明', { selector: 'input' })).toBeNull()
  })

  it('goes to the last page when the address names one beyond it, and overlooks blanks around a filter', async () => {
    const { client, searches } = open({ rows: { fair: ROWS.slice(0, 11) } }, 'q_name=%20届%20&page=99')
    await screen.findByText('第11届博览会')
    expect(client.asked('list').map(([, query]) => (query as { pageNo: number }).pageNo)).toEqual([99, 2])
    expect(client.asked('list').at(-1)?.[1]).toMatchObject({
      filter: { field: 'name', rule: 'like', val: '届' },
    })
    expect(searches.at(-1)).toContain('page=2')
  })

  it('restores filters, order and page from the address', async () => {
    const { client } = open({}, 'q_name=博览&sort=scale=desc&page=2&size=50')
    await screen.findByText('第70届博览会')
    expect(client.asked('list')).toEqual([
      [
        'fair',
        {
          pageNo: 2,
          pageSize: 50,
          filter: { field: 'name', rule: 'like', val: '博览' },
          sort: [{ field: 'scale', descending: true }],
        },
      ],
    ])
    expect(filterBox('展会名称').value).toBe('博览')
  })

  it('begins a new record with what the address asks for exactly, and not with what was looked for in the list', async () => {
    const asking: FormDocument = {
      ...fair,
      list: {
        ...fair.list,
        query: [
          { field: 'name', mode: 'single' },
          { field: 'city', mode: 'single' },
        ],
      },
    }
    const { user } = open({ documents: [asking] }, 'q_name=第1届博览会')
    const begun = async () => {
      await user.click(button('新增'))
      const dialog = await screen.findByRole('dialog')
      await within(dialog).findByLabelText('展会名称')
      const values = ['展会名称', '城市'].map(
        (title) => within(dialog).getByLabelText<HTMLInputElement>(title, { selector: 'input' }).value,
      )
      await user.click(button('取消', dialog))
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
      return values
    }
    await screen.findByText('第1届博览会')
    expect(await begun()).toEqual(['第1届博览会', ''])
    await user.type(filterBox('城市'), '广州{Enter}')
    await screen.findByText('暂无数据', { selector: '.ant-empty-description' })
    expect(await begun()).toEqual(['第1届博览会', ''])
    await user.clear(filterBox('展会名称'))
    await user.type(filterBox('展会名称'), '第2届博览会{Enter}')
    expect(await begun()).toEqual(['', ''])
  })

  it('asks for nothing before a required filter is given', async () => {
    const { client, user } = open({
      documents: [{ ...fair, list: { ...fair.list, query: [{ field: 'name', required: true }] } }],
    })
    expect(await screen.findByText('请先填写查询条件：展会名称')).toBeTruthy()
    expect(client.asked('list')).toEqual([])
    await user.type(filterBox('展会名称'), '第1届{Enter}')
    await waitFor(() => expect(bodyRows()).toHaveLength(1))
  })

  it('is empty with 暂无数据 [err-47]', async () => {
    open({ rows: {} })
    expect(await screen.findByText('暂无数据', { selector: '.ant-empty-description' })).toBeTruthy()
    expect(buttons('清除筛选')).toEqual([])
  })

  it('that filters leave empty is shown whole again by clearing them', async () => {
    const { user } = open({ rows: { fair: ROWS.slice(0, 2) } })
    await screen.findByText('第1届博览会')
    await user.type(filterBox('城市'), '拉萨{Enter}')
    await user.click(await waitFor(() => button('清除筛选')))
    expect(await screen.findByText('第1届博览会')).toBeTruthy()
    expect(filterBox('城市')).toHaveProperty('value', '')
  })

  it('offers no button for what this user may not do', async () => {
    const { user } = open({ definition: { access: { actions: ['detail'], readonly: [] } } })
    await screen.findByText('第1届博览会')
    for (const words of ['新增', '批量删除', '编辑', '更多']) expect(buttons(words)).toEqual([])
    // Nothing can be done with several records, so none can be ticked.
    expect(document.querySelector('.ant-table-selection-column')).toBeNull()
    await user.click(button('详情'))
    expect(await screen.findByText('展会详情')).toBeTruthy()
  })

  it('names the problems of a document above what works', async () => {
    open({
      definition: {
        problems: [
          {
            severity: 'error',
            fatal: false,
            code: 'view',
            path: '/x',
            message: '未知的控件 slider',
            suggestion: '是否应为“switch”？',
          },
          { severity: 'warning', fatal: false, code: 'w', path: '/y', message: '只是提醒' },
        ],
      },
    })
    expect(await screen.findByText('该页面的文档有 1 处问题，其余部分可正常使用')).toBeTruthy()
    expect(screen.getByText('/x：未知的控件 slider（是否应为“switch”？）')).toBeTruthy()
    expect(screen.getByText('/y：只是提醒')).toBeTruthy()
    expect(await screen.findByText('第1届博览会')).toBeTruthy()
  })

  it('draws fields called like what every object has, or like what a table makes of its rows', async () => {
    const properties = Object.fromEntries(
      ['constructor', 'children', 'key'].map((name) => [
        name,
        { type: 'string' as const, title: `列${name}`, view: 'text' },
      ]),
    )
    const odd: FormDocument = {
      kind: 'form',
      code: 'odd',
      title: '怪',
      schema: { type: 'object', properties },
      list: { columns: Object.keys(properties), query: Object.keys(properties) },
    }
    const row = { id: '1', constructor: '甲', children: '乙', key: '丙' }
    open({ documents: [odd], rows: { odd: [row as never] } })
    for (const text of ['甲', '乙', '丙']) expect(await screen.findByText(text)).toBeTruthy()
    expect(filterBox('列constructor').value).toBe('')
  })

  it('says when an older version of the document is shown', async () => {
    open({
      definition: {
        outdated: true,
        problems: [
          {
            severity: 'error',
            fatal: true,
            code: 'json',
            path: '',
            message: '缺少逗号',
            line: 15,
            column: 7,
          },
        ],
      },
    })
    expect(await screen.findByText('该页面的最新文档无法使用，当前显示的是上一个可用版本')).toBeTruthy()
    expect(screen.getByText('第 15 行：缺少逗号')).toBeTruthy()
  })
})

describe('a list whose records are changed elsewhere', () => {
  it('loads again when that is known of its form, and of no other', async () => {
    const client = createMemoryClient({ documents: [fair], rows: { fair: ROWS } })
    const page = (turns: Readonly<Record<string, number>>) => (
      <RendererProvider
        services={{
          ...testServices(client),
          turns: { of: (form) => turns[form] ?? 0, watch: () => () => {} },
        }}
      >
        <RenderPage code="fair" search="" onSearch={() => {}} />
      </RendererProvider>
    )
    const { rerender } = render(page({}))
    await screen.findByText('第1届博览会')
    rerender(page({ other: 1 }))
    rerender(page({ other: 1, fair: 1 }))
    await waitFor(() => expect(client.asked('list')).toHaveLength(2))
    rerender(page({ other: 2, fair: 1 }))
    expect(client.asked('list')).toHaveLength(2)
  })
})

describe('a list whose user has fewer rights', () => {
  const titles = () => [...document.querySelectorAll('.ant-table-thead th')].map((th) => th.textContent)
  const begin = (taken: readonly string[], search = '') => {
    const client = createMemoryClient({ documents: [fair], rows: { fair: ROWS } })
    const page = <RenderPage code="fair" search={search} onSearch={() => {}} />
    const { take } = renderWithRights(testServices(client), { fair: taken }, page)
    return { client, take: (names: readonly string[]) => take({ fair: names }) }
  }

  it('has neither the columns nor the filters that are taken away, from the moment they are [perm-13]', async () => {
    const { client, take } = begin([], 'q_name=第1届')
    await screen.findByText('第1届博览会')
    expect(titles()).toEqual(expect.arrayContaining(['展会名称', '状态', '面积']))
    take(['scale', 'name'])
    await waitFor(() => expect(titles()).not.toContain('面积'))
    expect(titles()).toContain('状态')
    expect(screen.queryByLabelText('展会名称', { selector: 'input' })).toBeNull()
    // A filter that is not drawn is not applied.
    await waitFor(() => expect(client.asked('list').at(-1)?.[1]).not.toHaveProperty('filter'))
    take([])
    await waitFor(() => expect(titles()).toContain('面积'))
  })

  it('has neither the buttons that are taken away [perm-14, perm-16, perm-17]', async () => {
    const { take } = begin(['add', 'batch_delete', 'remove'])
    await screen.findByText('第1届博览会')
    expect(buttons('新增')).toEqual([])
    expect(buttons('批量删除')).toEqual([])
    expect(buttons('编辑')).toHaveLength(10)
    take([])
    await waitFor(() => expect(buttons('新增')).toHaveLength(1))
    expect(buttons('批量删除')).toHaveLength(1)
    take(['edit', 'delete', 'detail', 'copy', 'print'])
    await waitFor(() => expect(buttons('编辑')).toEqual([]))
    expect(buttons('更多')).toEqual([])
    expect(buttons('批量删除')).toEqual([])
    expect(titles()).not.toContain('操作')
  })
})

describe('the faces of a list that did not come', () => {
  it('says that the data is refused', async () => {
    const client = createMemoryClient({ documents: [fair], rows: { fair: ROWS } })
    client.failNext('list', new RequestError('拒绝访问', 403))
    renderPage(client, 'fair')
    expect(await screen.findByText('您没有查看这些数据的权限')).toBeTruthy()
  })

  it('warns with the words of the server, with the number of the request, and tries again [err-28]', async () => {
    const client = createMemoryClient({ documents: [fair], rows: { fair: ROWS } })
    client.failNext('list', new RequestError('网络超时', 504, null, 'req-7'))
    renderPage(client, 'fair')
    const words = await screen.findByText('网络超时')
    expect(words.closest('.ant-result-warning')).toBeTruthy()
    expect(screen.getByText('请求编号：req-7')).toBeTruthy()
    await userEvent.click(button('重试'))
    expect(await screen.findByText('第1届博览会')).toBeTruthy()
  })

  it('keeps the rows that it has when a later request fails, and warns [err-28]', async () => {
    const { client, user } = open()
    await screen.findByText('第1届博览会')
    client.failNext('list', new RequestError('网络超时', 504))
    await user.click(button('刷新'))
    const words = await screen.findByText('网络超时')
    expect(words.closest('.ant-alert-warning')).toBeTruthy()
    expect(bodyRows()).toHaveLength(10)
  })

  it('shows the page that is missing, refused, or whose document is broken', async () => {
    const client = createMemoryClient({ documents: [fair] })
    renderPage(client, 'nothing')
    expect(await screen.findByText('很抱歉，资源未找到!')).toBeTruthy()

    client.failNext(
      'page',
      new RequestError('文档不能使用', 500, {
        problems: [
          {
            severity: 'error',
            fatal: true,
            code: 'json',
            path: '',
            message: '缺少逗号',
            line: 7,
            suggestion: '在此处加一个逗号',
          },
        ],
      }),
    )
    renderPage(client, 'fair')
    expect(await screen.findByText(/第 7 行：缺少逗号（在此处加一个逗号）/)).toBeTruthy()
  })
})

describe('choosing and deleting rows', () => {
  it('warns when nothing is chosen [list-09]', async () => {
    const { client, user } = open()
    await screen.findByText('第1届博览会')
    await user.click(button('批量删除'))
    expect(await screen.findByText('请选择一条记录！')).toBeTruthy()
    expect(client.asked('remove')).toEqual([])
  })

  it('keeps the choice across pages and deletes what was chosen', async () => {
    const { client, user } = open()
    await screen.findByText('第1届博览会')
    await user.click(tick(0))
    await user.click(screen.getByTitle('2'))
    await screen.findByText('第11届博览会')
    await user.click(tick(1))
    expect(screen.getByText('已选择', { exact: false }).textContent).toBe('已选择 2 项')
    await user.click(button('批量删除'))
    expect(await screen.findByText('确定要删除这 2 项吗?')).toBeTruthy()
    await user.click(button('删除'))
    expect(await screen.findByText('批量删除成功！')).toBeTruthy()
    expect(client.asked('remove')).toEqual([['fair', ['r1', 'r12']]])
    await waitFor(() => expect(screen.queryByText('已选择', { exact: false })).toBeNull())
    expect(screen.getByText(/共118条/)).toBeTruthy()
  })

  it('forgets the choice with 清空', async () => {
    const { user } = open()
    await screen.findByText('第1届博览会')
    await user.click(tick(0))
    await user.click(button('清空'))
    expect(tick(0).checked).toBe(false)
  })

  it('deletes one row after asking, and steps a page back when it was the last of its page', async () => {
    const { client, user, searches } = open({ rows: { fair: ROWS.slice(0, 11) } }, 'page=2')
    await screen.findByText('第11届博览会')
    await user.click(button('更多'))
    await user.click(await screen.findByText('删除', { selector: '.ant-dropdown-menu-title-content' }))
    expect(await screen.findByText('是否确认删除?')).toBeTruthy()
    await user.click(button('删除'))
    expect(await screen.findByText('第1届博览会')).toBeTruthy()
    expect(client.asked('remove')).toEqual([['fair', ['r11']]])
    expect(searches.at(-1)).toBe('')
  })

  it('asks the keyboard with the harmless answer first, and gives it back to the row', async () => {
    const { client, user } = open({ rows: { fair: ROWS.slice(0, 1) } })
    await screen.findByText('第1届博览会')
    await user.click(button('更多'))
    await user.click(await screen.findByText('删除', { selector: '.ant-dropdown-menu-title-content' }))
    await screen.findByText('是否确认删除?')
    await waitFor(() => expect(document.activeElement).toBe(button('取消')))
    await user.keyboard('{Enter}')
    await waitFor(() => expect(document.activeElement).toBe(button('更多')))
    expect(client.asked('remove')).toEqual([])
  })

  it('opens the menu of a row when it is asked for, and gives the keyboard back when Esc closes it', async () => {
    const { user } = open({ rows: { fair: ROWS.slice(0, 3) } })
    await screen.findByText('第1届博览会')
    expect(document.querySelectorAll('.expo-row-more-surface')).toHaveLength(0)
    const more = buttons('更多')[1] as HTMLElement
    more.focus()
    await user.keyboard('{Enter}')
    expect(more.getAttribute('aria-expanded')).toBe('true')
    await screen.findByRole('menu')
    expect(document.querySelectorAll('.expo-row-more-surface')).toHaveLength(1)
    await waitFor(() => expect(document.activeElement?.getAttribute('role')).toBe('menuitem'))
    await user.keyboard('{Escape}')
    await waitFor(() => expect(document.activeElement).toBe(more))
    expect(more.getAttribute('aria-expanded')).toBe('false')
  })

  it('shows the top of the list when its page is turned, and keeps the density for the next time', async () => {
    const scrolled: string[] = []
    const before = Element.prototype.scrollIntoView
    Element.prototype.scrollIntoView = function (this: Element) {
      scrolled.push(this.className)
    }
    const kept = new Map<string, string>()
    const client = createMemoryClient({ documents: [fair], rows: { fair: ROWS } })
    const looks = {
      get: (name: string) => kept.get(name) ?? null,
      set: (name: string, value: string) => void kept.set(name, value),
    }
    const shown = () =>
      render(
        <RendererProvider services={{ ...testServices(client), looks }}>
          <RenderPage code="fair" search="" onSearch={() => {}} />
        </RendererProvider>,
      )
    try {
      const user = userEvent.setup({ pointerEventsCheck: 0, delay: null })
      shown()
      await screen.findByText('第1届博览会')
      expect(scrolled).toEqual([])
      await user.click(screen.getByTitle('2'))
      await screen.findByText('第11届博览会')
      expect(scrolled).toEqual(['expo-list-top'])
      await user.click(button('密度'))
      await user.click(await screen.findByText('紧凑'))
      await waitFor(() => expect(document.querySelector('.ant-table-small')).toBeTruthy())
      cleanup()
      shown()
      await screen.findByText('第1届博览会')
      expect(document.querySelector('.ant-table-small')).toBeTruthy()
    } finally {
      Element.prototype.scrollIntoView = before
    }
  })

  it('comes as cards where there is no room for columns, with all that can be done', async () => {
    const wide = window.matchMedia
    window.matchMedia = (query) => ({
      ...wide(query),
      matches: false,
      addEventListener() {},
      removeEventListener() {},
    })
    try {
      const { user, client } = open({ rows: { fair: ROWS.slice(0, 3) } })
      const cards = await screen.findAllByRole('article')
      expect(cards).toHaveLength(3)
      expect(document.querySelector('table')).toBeNull()
      // Cards are as close as they are: a density would change nothing.
      expect(buttons('密度')).toEqual([])
      expect(cards[0]?.querySelector('h2')?.textContent).toBe(cards[0]?.getAttribute('aria-label'))
      await user.click(within(cards[0] as HTMLElement).getByRole('checkbox'))
      await user.click(within(cards[1] as HTMLElement).getByRole('checkbox'))
      expect(document.querySelector('.expo-list-selection')?.textContent).toContain('已选择 2 项')
      await user.click(button('更多操作'))
      await user.click(await screen.findByRole('menuitem', { name: '批量删除' }))
      await user.click(await waitFor(() => button('删除')))
      await waitFor(() => expect(client.rows('fair')).toHaveLength(1))
    } finally {
      window.matchMedia = wide
    }
  })

  it('keeps everything behind 更多 where there is no room', async () => {
    const wide = window.matchMedia
    window.matchMedia = (query) => ({
      ...wide(query),
      matches: false,
      addEventListener() {},
      removeEventListener() {},
    })
    try {
      const { user } = open({ rows: { fair: ROWS.slice(0, 1) } })
      await screen.findByText('第1届博览会')
      expect(buttons('编辑')).toEqual([])
      await user.click(button('更多'))
      const menu = await screen.findByRole('menu')
      expect(
        within(menu)
          .getAllByRole('menuitem')
          .map((item) => item.textContent),
      ).toEqual(['编辑', '详情', '复制', '打印', '删除'])
    } finally {
      window.matchMedia = wide
    }
  })

  it('says why a row was not deleted', async () => {
    const { client, user } = open({ rows: { fair: ROWS.slice(0, 1) } })
    await screen.findByText('第1届博览会')
    client.failNext('remove', new RequestError('该展会已有参展人员', 200))
    await user.click(button('更多'))
    await user.click(await screen.findByText('删除', { selector: '.ant-dropdown-menu-title-content' }))
    await user.click(await waitFor(() => button('删除')))
    expect(await screen.findByText('该展会已有参展人员')).toBeTruthy()
    expect(bodyRows()).toHaveLength(1)
  })
})

describe('the list of a tree', () => {
  const tree: FormDocument = {
    kind: 'form',
    code: 'category',
    title: '分类',
    schema: {
      type: 'object',
      properties: {
        name: { type: 'string', title: '名称', view: 'text' },
        pid: { type: 'string', title: '上级', view: 'text', form: false },
      },
    },
    tree: { parent: 'pid', label: 'name' },
    list: { columns: ['name'], query: ['name'] },
  }
  const rows = {
    category: [
      { id: 'a', name: '机械', pid: '0', has_child: '1' },
      { id: 'b', name: '食品', pid: '0', has_child: '0' },
      { id: 'aa', name: '机床', pid: 'a', has_child: '0' },
    ],
  }

  it('asks for the roots, and for children when a node is opened; keeps it open when it is loaded again', async () => {
    const { client, user } = open({ documents: [tree], rows })
    await screen.findByText('机械')
    expect(client.asked('list')).toEqual([['category', { pageNo: 1, pageSize: 50, tree: 'roots' }]])
    expect(screen.queryByText('机床')).toBeNull()
    await user.click(button('展开行'))
    expect(await screen.findByText('机床')).toBeTruthy()
    expect(client.asked('list').at(-1)).toEqual([
      'category',
      { pageNo: 1, pageSize: -521, filter: { field: 'pid', rule: 'eq', val: 'a' }, tree: 'children' },
    ])
    client.rows('category').push({ id: 'ab', name: '叉车', pid: 'a', has_child: '0' })
    await user.click(button('刷新'))
    expect(await screen.findByText('叉车')).toBeTruthy()
  })

  it('shows a placeholder below an opened node until its children are there [tree-04, tree-05]', async () => {
    const { client, user } = open({ documents: [tree], rows })
    await screen.findByText('机械')
    const release = client.hold('list')
    await user.click(button('展开行'))
    const placeholder = (await screen.findByText('加载中…')).closest('tr') as HTMLElement
    expect(placeholder.querySelectorAll('button:not(.ant-table-row-expand-icon-spaced)')).toHaveLength(0)
    // It is no record: it can be neither ticked nor deleted.
    await user.click(document.querySelector('.ant-table-thead input') as Element)
    expect(screen.getByText('已选择', { exact: false }).textContent).toBe('已选择 2 项')
    release()
    expect(await screen.findByText('机床')).toBeTruthy()
    expect(screen.queryByText('加载中…')).toBeNull()
  })

  it('makes a leaf of a node whose children turn out to be none [tree-06]', async () => {
    const { user } = open({
      documents: [tree],
      rows: { category: [{ id: 'a', name: '机械', pid: '0', has_child: '1' }] },
    })
    await screen.findByText('机械')
    await user.click(button('展开行'))
    await waitFor(() => expect(buttons('展开行').concat(buttons('关闭行'))).toEqual([]))
    expect(screen.queryByText('加载中…')).toBeNull()
    expect(bodyRows()).toHaveLength(1)
  })

  it('searches through all levels', async () => {
    const { client, user } = open({ documents: [tree], rows })
    await screen.findByText('机械')
    await user.type(filterBox('名称'), '机床{Enter}')
    expect(await screen.findByText('机床')).toBeTruthy()
    expect(client.asked('list').at(-1)?.[1]).toMatchObject({
      tree: 'search',
      filter: { field: 'name', rule: 'like', val: '机床' },
    })
  })

  it('adds a child below a node', async () => {
    const { client, user } = open({ documents: [tree], rows })
    await screen.findByText('机械')
    await user.click(buttons('更多')[1] as HTMLElement)
    await user.click(await screen.findByText('添加下级'))
    const dialog = await waitFor(() => {
      const found = document.querySelector<HTMLElement>('[role="dialog"]')
      if (!found) throw new Error('no dialog')
      return found
    })
    await user.type(await within(dialog).findByLabelText('名称'), '饮料')
    await user.click(button('保存', dialog))
    await waitFor(() => expect(client.rows('category')[0]).toMatchObject({ name: '饮料', pid: 'b' }))
  })
})
