import ts from 'typescript'

/** Chinese in a source file. */
export interface TextInSource {
  /** As the catalogue names it: values stand as names in braces. */
  key: string
  line: number
  /** False for what is written without `t` or `texts`. */
  translated: boolean
}

const HAN = /\p{Script=Han}/u
/** Functions whose texts are looked up in the catalogue. */
const TRANSLATORS = new Set(['t', 'texts'])

/** The Chinese texts of a source file; comments, types and regular expressions are none. */
export function textsInSource(file: string, source: string): TextInSource[] {
  if (!HAN.test(source)) return []
  const tree = ts.createSourceFile(
    file,
    source,
    ts.ScriptTarget.Latest,
    false,
    file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS,
  )
  const found: TextInSource[] = []

  function add(node: ts.Node, key: string, translated: boolean): void {
    const { line } = tree.getLineAndCharacterOfPosition(node.getStart(tree))
    found.push({ key, line: line + 1, translated })
  }

  function look(node: ts.Node, translated: boolean): void {
    if (ts.isTypeNode(node) && !ts.isExpressionWithTypeArguments(node)) return
    if (ts.isCallExpression(node) && ts.isIdentifier(node.expression)) {
      const inside = translated || TRANSLATORS.has(node.expression.text)
      for (const part of node.arguments) look(part, inside)
      return
    }
    // What a function inside of a translated constant says is said when it is called.
    const still = translated && !ts.isFunctionLike(node)
    if (ts.isJsxText(node) && HAN.test(node.text)) add(node, node.text.trim(), false)
    if (ts.isStringLiteralLike(node) && HAN.test(node.text)) add(node, node.text, still)
    if (ts.isTemplateExpression(node)) {
      const key = templateKey(node)
      if (HAN.test(key)) add(node, key, false)
    }
    ts.forEachChild(node, (child) => look(child, still))
  }

  look(tree, false)
  return found
}

/** A template with numbers in the places of its values. */
function templateKey({ head, templateSpans }: ts.TemplateExpression): string {
  return head.text + templateSpans.map(({ literal }, at) => `{${at + 1}}${literal.text}`).join('')
}
