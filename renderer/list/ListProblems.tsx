import { Alert } from 'antd'
import type { PageModel } from '../page/page-model.ts'

/** More would push the list out of the window. */
const SHOWN = 8

/** What is wrong with the document, said plainly above what works. */
export function ListProblems({ model }: { model: PageModel }) {
  const { problems, synced } = model.definition
  const errors = problems.filter((problem) => problem.severity === 'error')
  if (synced && errors.length === 0) return null
  return (
    <Alert
      type="warning"
      showIcon
      closable
      className="expo-list-problems"
      title={
        synced
          ? `该页面的文档有 ${errors.length} 处问题，其余部分可正常使用`
          : '数据表与文档尚未同步，部分字段可能无法保存'
      }
      {...(errors.length > 0
        ? {
            description: (
              <ul>
                {errors.slice(0, SHOWN).map((problem) => (
                  <li key={`${problem.path} ${problem.message}`}>{problem.message}</li>
                ))}
                {errors.length > SHOWN ? <li>……另有 {errors.length - SHOWN} 处</li> : null}
              </ul>
            ),
          }
        : {})}
    />
  )
}
