/** Something that an entry of a package names is neither in this installation nor taken in. */
export class MissingEntry extends Error {}
