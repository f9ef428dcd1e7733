import { type Static, Type } from 'typebox'
import { described } from '../described.ts'

/** Stored files; pictures where the kind is `image`. */
export const fileOptions = Type.Object(
  {
    uploadnum: Type.Optional(
      described(
        Type.Integer({ minimum: 0, maximum: 100 }),
        'How many files are kept: the last ones; 0, the default, for any number.',
      ),
    ),
    maxSize: Type.Optional(
      described(
        Type.Integer({ minimum: 1, maximum: 10_000 }),
        'Largest size of a file in MB; the server has a limit of its own.',
      ),
    ),
    only: Type.Optional(
      described(
        Type.Union([Type.Literal('image'), Type.Literal('file')]),
        'Takes pictures only, or anything but pictures.',
      ),
    ),
    allowDownload: Type.Optional(
      described(Type.Boolean(), 'Whether files may be downloaded; true by default.'),
    ),
    allowRemove: Type.Optional(described(Type.Boolean(), 'Whether files may be removed; true by default.')),
    public: Type.Optional(
      described(Type.Boolean(), 'Files of the field are read by everybody, without a session.'),
    ),
  },
  { additionalProperties: false },
)
export type FileOptions = Static<typeof fileOptions>
