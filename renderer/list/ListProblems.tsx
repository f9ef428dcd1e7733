import { Alert } from 'antd'
import type { Problem } from '#schemas/compile/model.ts'
import { t } from '#schemas/text/text.ts'
import type { PageModel } from '../model/page-model.ts'

/** More would push the list out of the window. */
const SHOWN = 8

/** What is wrong with the document, said plainly above what works. */
export function ListProblems({ model }: { model: PageModel }) {
  const { problems, synced, outdated } = model.definition
  if (synced && !outdated && problems.length === 0) return null
  return (
    <Alert
      type={problems.some(({ severity }) => severity === 'error') || !synced ? 'warning' : 'info'}
      showIcon
      closable
      className="expo-list-problems"
      title={titleOf(model)}
      {...(problems.length > 0
        ? {
            description: (
              <ul>
                {problems.slice(0, SHOWN).map((problem) => (
                  <li key={`${problem.line} ${problem.path} ${problem.message}`}>{problemLine(problem)}</li>
                ))}
                {problems.length > SHOWN ? (
                  <li>{t('……另有 {count} 处', { count: problems.length - SHOWN })}</li>
                ) : null}
              </ul>
            ),
          }
        : {})}
    />
  )
}

function titleOf({ definition: { problems, synced, outdated } }: PageModel): string {
  if (outdated) return t('该页面的最新文档无法使用，当前显示的是上一个可用版本')
  const errors = problems.filter(({ severity }) => severity === 'error').length
  if (errors > 0) return t('该页面的文档有 {errors} 处问题，其余部分可正常使用', { errors })
  if (!synced) return t('数据表与文档尚未同步，部分字段可能无法保存')
  return t('该页面的文档有 {count} 处提示', { count: problems.length })
}

/** A problem with its place, where it has one. */
export function problemLine({ line, path, message, suggestion }: Problem): string {
  const place = line ? t('第 {line} 行：', { line }) : path ? `${path}：` : ''
  return `${place}${message}${suggestion ? `（${suggestion}）` : ''}`
}
