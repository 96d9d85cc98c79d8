/** A phrase of private English, with the words of the field that replace it. */
export interface AvoidedPhrase {
  name: string;
  pattern: RegExp;
  instead: string;
  /** True when the phrase is ordinary in a sentence about a thing in a plant. */
  isPhysical?: true;
}

/** Comments and test titles that begin with one of these name no subject. */
const OPENER =
  /^(What|Whoever|Whose|Whether|Which|Who|Of|That|Those|To whom|From where|As|By|It|One|Nobody|Nothing)(?![\w-])/i;
const STANDARD_OPENER = /^(?:By default\b|As of\b|One of the following\b)/i;

const UNIT =
  'bytes|milliseconds|seconds|minutes|hours|days|weeks|rows|megabytes|characters|letters|items|addresses|places|records|requests';

const PHRASES: readonly AvoidedPhrase[] = [
  {
    name: 'told / tells of',
    pattern: /\b(?:is|are|was|were|be|been) told\b(?! apart)|\btells? of\b|\btold of\b|\bis telling\b/i,
    instead: 'reported, notified, returned; reports',
  },
  {
    name: 'said / says of',
    pattern:
      /\b(?:is|are|was|were|be|been) said\b|\bsaid of\b|\bsays? of (?!the\s+type)|\bsa(?:ys?|id) so\b/i,
    instead: 'stated, declared, returned; declares',
  },
  {
    name: 'is asked',
    pattern: /\b(?:is|are|was|were|be|been) asked\b/i,
    instead: 'requested, queried, required',
  },
  {
    name: 'is given',
    pattern: /\b(?:is|are|was|were|be|been) given\b(?! (?:up|back))/i,
    instead: 'receives, is passed, is issued',
  },
  {
    name: 'is known by / for',
    pattern: /\b(?:is|are|was|were) known (?:by|for|to be|of|as one)\b|\bwhat is known\b/i,
    instead: 'identified by, recognised as',
  },
  {
    name: 'is meant',
    pattern: /\b(?:is|are|was|were) meant\b|\bwho(?:m|ever)? (?:is|are) meant\b/i,
    instead: 'refers to, targets, matches',
  },
  {
    name: 'lies / lay',
    pattern: /\b(?:lies|lay|lying)\b(?! down)/i,
    instead: 'is in, is stored in',
    isPhysical: true,
  },
  {
    name: 'stands in / beside',
    pattern:
      /\bst(?:ands?|ood) (?:in|beside|behind|before|above|below|alone|open|still|among|under|apart)\b/i,
    instead: 'is in, is defined in, precedes',
    isPhysical: true,
  },
  { name: 'of before', pattern: /\bof before\b/i, instead: 'previous' },
  {
    name: 'which there is not',
    pattern: /\b(?:that|which|what|than) there (?:is|are|was|were)(?: not| none| no\b|$|[.,:;])/i,
    instead: 'missing, unknown, undeclared',
  },
  {
    name: 'what is no / none',
    pattern: /\b(?:what|which|that|who|one that) (?:is|are|was|were) (?:no|none)\b(?! (?:longer|more))/i,
    instead: 'invalid; anything other than',
  },
  {
    name: 'as one that',
    pattern: /\bas one that\b|\bfor one that\b|\bof one that\b/i,
    instead: 'name the subject',
  },
  { name: 'nobody', pattern: /\bnobody(?:'s)?\b/i, instead: 'no caller, no user, no one; passive voice' },
  {
    name: 'whoever / for who',
    pattern:
      /\bwho(?:m)?ever\b|\b(?:for|to|of|from|than) who (?:is|are|has|was|can|may|asks?|reads?|calls?|holds?|sees?|restores?|wants?|counts?)\b/i,
    instead: 'the caller, the user, callers that',
  },
  {
    name: 'so many / so long',
    pattern: new RegExp(
      `\\bso (?:many|much) (?:${UNIT})\\b|\\bfor so long\\b|\\bso many (?:are|wait|of)\\b`,
      'i',
    ),
    instead: 'name the number or the parameter',
  },
  { name: 'comes of / came of', pattern: /\b(?:comes?|came|become|became) of\b/i, instead: 'the result of' },
  {
    name: 'is kept / held',
    pattern: /\b(?:is|are|was|were|be) (?:kept|held)\b(?! (?:up to date|open))/i,
    instead: 'is stored, retained, reserved, open',
  },
  {
    name: 'let go / lets go',
    pattern: /\blets? (?:\w+ )?go\b(?! (?:through|on))/i,
    instead: 'releases, deletes, closes',
  },
  { name: 'goes on', pattern: /\bgo(?:es)? on\b|\bwent on\b/i, instead: 'continues, resumes' },
  {
    name: 'takes / took X back',
    pattern: /\b(?:takes?|taken|took) (?:\w+ ){0,3}back\b/i,
    instead: 'rolls back, undoes, revokes',
  },
  {
    name: 'is let in / kept out',
    pattern: /\blets? (?:\w+ )?in\b|\bkept out\b/i,
    instead: 'admits, authenticates; is blocked',
  },
  { name: 'put down to', pattern: /\bputs? (?:\w+ ){0,3}down to\b/i, instead: 'charges to, attributes to' },
  { name: 'all the same', pattern: /\ball the same\b/i, instead: 'anyway, still' },
  { name: 'anew', pattern: /\banew\b/i, instead: 'again, from scratch' },
  {
    name: 'in (the) place of',
    pattern: /\bin (?:the|its|their) place(?: of)?\b/i,
    instead: 'replaces; instead of',
  },
];

/** Things in a plant that stand or lie somewhere. */
const THING =
  /\b(?:asset|machine|computer|PC|hall|cabinet|screen|display|kiosk|tablet|person|somebody|people|plant|map|floor|drawing|printer|room|shelf|level|marker|pin|place)s?\b/i;
/** Characters around a phrase in which a thing is looked for. */
const NEARBY = 70;

/** Reports whether a text begins with a word that hides its subject. */
export const hasBadOpener = (text: string): boolean => OPENER.test(text) && !STANDARD_OPENER.test(text);

/**
 * Returns the avoided phrases in a text, without text in back quotes, which is code. A physical phrase is
 * ordinary near the name of a thing in a plant.
 */
export function findAvoidedPhrases(text: string): AvoidedPhrase[] {
  const prose = text.replace(/`[^`]*`/g, ' ');
  return PHRASES.filter(({ pattern, isPhysical }) => {
    const match = pattern.exec(prose);
    if (!match || !isPhysical) return match !== null;
    const nearby = prose.slice(Math.max(0, match.index - NEARBY), match.index + NEARBY);
    return !THING.test(nearby);
  });
}
