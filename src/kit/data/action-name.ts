/** A noun of one word, or of two words joined by an underscore where other systems use two: `server_cert`. */
const NOUN = /^[a-z]+(?:_[a-z]+)?$/;

/** Actions on the appliance as a whole, which have no noun. */
const ACTIONS_WITHOUT_NOUN = new Set(['backups.restored']);

/**
 * Throws an Error when an audit action does not have the form `<area>.<noun>.<past verb>`, apart from
 * `backups.restored`.
 */
export function refuseInvalidAction(action: string): void {
  if (ACTIONS_WITHOUT_NOUN.has(action)) return;
  const words = action.split('.');
  const [area = '', noun = '', ...verb] = words;
  const isNamed = /^[a-z]+$/.test(area) && NOUN.test(noun) && verb.every((word) => /^[a-z]+$/.test(word));
  if (words.length < 3 || !isNamed)
    throw new Error(
      `The audit action ${action} must have the form <area>.<noun>.<past verb>, such as tools.tool.calibrated.`,
    );
}
