/** Loads the rules and the panel of the help lines, when the dialog opens or a stored answer does: they are large. */
export const fetchCare = () => import('../care/care.tsx')
