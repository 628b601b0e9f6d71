/** Words that say nothing about what a skill does. Left out on both sides, never from exact names. */
export const STOP_WORDS: ReadonlySet<string> = new Set(
  `a an the and or nor but if then else than so as at by for from in into of off on onto out over per to up via with
  within without about above after again against all also am any are aren't be because been before being below between
  both can cannot could did do does doing don down during each ever every few further get gets got had has have having
  he her here hers him his how i i'd i'll i'm i've it it's its itself just let let's like me more most much my myself
  no not now once one only other our ours out own please same she should some such that that's the their theirs them
  themselves there these they this those through too under until us very was we were what when where which while who
  whom why will would you your yours yourself`.split(/\s+/),
);
