/** Names the language of the answer's texts. The browser's own header speaks of the machine, and not of what the user chose here. */
export const LANGUAGE_HEADER = 'X-Language'
