/** An audit action `<area>.<noun>.<past verb>` as words: `catalog.asset.updated` becomes `updated asset`. */
export function actionText(action: string): string {
  const parts = action.split('.');
  if (parts.length < 3) return parts.join(' ');
  const [, noun = '', ...verb] = parts;
  return `${verb.join(' ')} ${noun}`.replace(/[_-]/g, ' ');
}
