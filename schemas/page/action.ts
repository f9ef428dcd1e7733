import { type Static, Type } from 'typebox'
import { described } from '../described.ts'
import { ACTION_ICONS, ACTION_PLACES } from './action-words.ts'
import { conditionSchema } from './condition.ts'
import { LIST_ACTIONS, NAME_PATTERN } from './form-words.ts'

const strict = { additionalProperties: false } as const

const does = Type.Union([
  Type.Object(
    {
      call: described(
        Type.String({ minLength: 1 }),
        "A function of the server, by its name. It gets the records' ids and answers what is said.",
        'user.freeze',
      ),
    },
    strict,
  ),
  Type.Object(
    {
      panel: described(
        Type.String({ minLength: 1 }),
        'A part of the app, by its name, opened with the records.',
        'user-password',
      ),
    },
    strict,
  ),
  Type.Object(
    {
      go: described(
        Type.String({ pattern: '^/([^/].*)?$' }),
        'An address of the app; `#{field}` is replaced from the record.',
        '/expo/BoothList?q_expo=#{id}',
      ),
    },
    strict,
  ),
  Type.Object(
    {
      set: described(
        Type.Record(
          Type.String({ pattern: NAME_PATTERN }),
          Type.Union([Type.String(), Type.Number(), Type.Boolean(), Type.Null()]),
          { minProperties: 1 },
        ),
        'Fields and the values they get in each record; `#{sys_user_code}` and the other variables of conditions are filled in.',
        { status: '1' },
      ),
    },
    strict,
  ),
])

/** An action that a document declares. */
export const declaredAction = Type.Object(
  {
    code: described(
      Type.String({ pattern: NAME_PATTERN }),
      "Name of the action, and the last part of its permission code after the document's rights. One that is called `deal` and has no condition is offered unless `bpm_status` (or `status`) is 1, 3 or 4.",
      'freeze',
    ),
    title: described(Type.String({ minLength: 1, maxLength: 20 }), 'Text of the button.', '冻结'),
    right: Type.Optional(
      described(
        Type.String({ pattern: NAME_PATTERN }),
        'The right it needs, where that is not its own code: `list`, or the code of another action of the document.',
        'publish',
      ),
    ),
    icon: Type.Optional(described(Type.Enum(ACTION_ICONS), 'Icon of the button.', 'lock')),
    at: described(
      Type.Enum(ACTION_PLACES),
      'page: above the list; selection: for the ticked rows; row: at the end of each row; record: in the dialog of a record.',
      'selection',
    ),
    when: Type.Optional(conditionSchema),
    confirm: Type.Optional(
      described(Type.String({ minLength: 1, maxLength: 200 }), 'Question asked first.', '确定冻结所选用户？'),
    ),
    ask: Type.Optional(
      described(
        Type.Object(
          {
            field: described(
              Type.String({ pattern: NAME_PATTERN }),
              'With `set`: the field that gets the text in each record. With `call`: the name under which the call gets it.',
              'reason',
            ),
            title: described(Type.String({ minLength: 1, maxLength: 20 }), 'What is asked for.', '驳回原因'),
            required: Type.Optional(described(Type.Boolean(), 'Nothing is done without it.', true)),
          },
          strict,
        ),
        'A text that is asked for first, with a `set` or `call`.',
        { field: 'reason', title: '驳回原因', required: true },
      ),
    ),
    danger: Type.Optional(described(Type.Boolean(), 'Drawn as something not easily undone.', true)),
    does: described(does, 'What happens: one of `call`, `panel`, `go` and `set`.', { call: 'user.freeze' }),
  },
  strict,
)

/** A built-in action with words or a condition of the document's own. */
export const changedAction = Type.Object(
  {
    code: described(Type.Enum(LIST_ACTIONS), 'The built-in action.', 'edit'),
    title: Type.Optional(
      described(
        Type.String({ minLength: 1, maxLength: 20 }),
        'Text of the button instead of the usual one.',
        '修改',
      ),
    ),
    when: Type.Optional(conditionSchema),
    confirm: Type.Optional(
      described(
        Type.String({ minLength: 1, maxLength: 200 }),
        'Question asked first, instead of the usual one if there is one.',
        '删除后不能恢复，确定删除？',
      ),
    ),
  },
  strict,
)

/** An entry of `list.actions`: a built-in action, by its code alone or changed, or an action of the document's own. */
export const listAction = Type.Union([Type.Enum(LIST_ACTIONS), changedAction, declaredAction])

export type DeclaredAction = Static<typeof declaredAction>
export type ChangedAction = Static<typeof changedAction>
export type FormAction = Static<typeof listAction>
