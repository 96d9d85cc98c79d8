/** Returns the words of a text that are separated by blanks and line ends. */
const toWordSet = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/** Verbs that an exported function may begin with. */
export const VERBS = toWordSet(`
  accept acknowledge add adjust adopt advance align allocate allow announce answer append apply approve
  archive arrange ask assemble assert assign attach audit authenticate authorise authorize await back begin
  bind block book borrow brand bring build bump bundle cache calculate calibrate call cancel canonicalise
  canonicalize capture carry catch change charge check choose claim clamp clean clear clone close cluster
  collect combine commit compare compile complete compose compress compute concat configure confirm connect
  consume contain continue convert copy count create cut deal decide declare decode decompress decrypt
  dedupe define delay delete deliver deny derive describe deserialise deserialize destroy detect diff
  disable discard dispatch display download drain draw drop dump edit emit empty enable encode encrypt end
  enforce enqueue enroll ensure enter erase escape evaluate exchange exclude execute exit expand expect
  expire explain export extend extract fail fetch fill filter finalize find finish fit fix flatten flush
  focus fold follow forget format forward free freeze fuzz gather generate get give go grant group guard
  guess hand handle hash hear hide hold identify ignore import include increment index inflate ingest init
  initialise initialize insert inspect install intersect invalidate invoke issue iterate join judge keep
  kill launch lay lead leave lend let limit link list listen load lock log look lookup make map mark match
  measure mend merge migrate mint mirror mock mount move must narrow navigate negotiate normalise normalize
  note notice notify observe offer omit open order pack pad paint park parse pass patch pause perform
  persist pick pin ping place plan play poll pop populate post predict prepare preview print process produce
  project promise propagate protect prove provide prune publish pull purge push put queue quote raise
  randomize rank reach read reap reapply rebuild recalibrate receive reclaim reconcile reconnect record
  recover redact redeem redirect reduce refetch refine refresh refuse register rehearse reject release
  reload remember remind remove rename render renew reorder repair repeat replace reply report request
  require reserve reset resize resolve respond restart restore restrict resume retire retrieve retry return
  reuse reveal reverse revert review revoke rewrite roll rotate round run sample sanitise sanitize save say
  scale scan schedule scroll seal search seed seek select send serialise serialize serve set settle setup
  share shift show shrink shuffle sign simulate skip sleep slice sniff solve sort spawn spend split stage
  stamp start stash stat stay step stop store stream strip submit subscribe subtract suggest sum summarise
  summarize supersede suspend swap sweep switch sync take tell terminate test thaw throttle throw tick tidy
  tie toast toggle touch trace track transact transfer transform translate traverse trigger trim truncate
  trust try turn understand undertake undo unify uninstall unlink unlist unlock unmark unpack unpark unseal
  unwrap update upgrade upload use validate verify view visit wait wake walk warn watch weigh withdraw wrap
  write yield zip
`);

/** First words of predicates and conversions; more words follow them. */
export const PREDICATE_PREFIXES = toWordSet(`
  is has can may should needs are was will does did use to from as with on accepts contains includes matches
  supports starts ends looks fits equals exists requires
`);

/** The words of the declarations: fields, columns, errors, metrics, and the hooks of tests. */
export const DECLARATIONS = toWordSet(`
  notFound invalid invalidFields conflict forbidden choice ref serial parent extending flag created stamps
  api words verb report query command invariant routeOptions rowLimit historyRule foreignPermission idsIn
  valueIn gauge rights instant fold phrase excluded renamed beforeAll beforeEach afterAll afterEach
  eventually
`);

/** Participles without the ending -ed. */
export const PARTICIPLES = toWordSet(`
  Told Said Known Given Taken Written Frozen Spoken Kept Held Meant Left Made Sent Found Shown Drawn
  Understood Built Sought Ran Gone Begun Read Broken Chosen Hidden Lost Met Put Seen Shut Spent Thrown Worn
  Woken
`);

/** Adverbs, pronouns and nouns that name nothing of the domain. */
export const ADVERBS = toWordSet(`
  Now Many Few Own Mine Through When Every Each About Both All Any Anywhere Everywhere Nowhere Around Beside
  Within Before After Here There Why Nobody Somebody Anybody Everybody Who What Where How Whose Such Same
  Other Others Elsewhere Together Apart Else Surroundings Means Standing
`);

/** Nouns that end in -ed or -ing. */
export const NOUNS = toWordSet(`
  Speed Feed Seed Bed Need Embed Shed Breed Weed Thread Setting String Thing Ring Paging Mapping Meaning
  Building Finding Warning Heading Listing Padding Rating Spring Wing Swing Timing Pricing Billing Routing
  Logging Binding Encoding Drawing Booking Housing Offering Ping Training Reading Rendering Pairing Ceiling
  Mooring Proceeding
`);
