/** Verbs that an exported function may begin with. */
export const VERBS: ReadonlySet<string> = new Set(
  `
    accept acknowledge add adjust adopt advance align allocate allow announce answer append apply
    approve archive arrange ask assemble assert assign attach audit authenticate authorise authorize
    await back begin bind block book borrow brand bring build bump bundle cache calculate calibrate call
    cancel canonicalise canonicalize capture carry catch change charge check choose claim clamp clean
    clear clone close cluster collect combine commit compare compile complete compose compress compute
    concat configure confirm connect consume contain continue convert copy count create cut deal decide
    declare decode decompress decrypt dedupe define delay delete deliver deny derive describe
    deserialise deserialize destroy detect diff disable discard dispatch display download drain draw
    drop dump edit emit empty enable encode encrypt end enforce enqueue enroll ensure enter erase escape
    evaluate exchange exclude execute exit expand expect expire explain export extend extract fail fetch
    fill filter finalize find finish fit fix flatten flush focus fold follow forget format forward free
    freeze fuzz gather generate get give go grant group guard guess hand handle hash hear hide hold
    identify ignore import include increment index inflate ingest init initialise initialize insert
    inspect install intersect invalidate invoke issue iterate join judge keep kill launch lay lead leave
    lend let limit link list listen load lock log look lookup make map mark match measure mend merge
    migrate mint mirror mock mount move must narrow navigate negotiate normalise normalize note notice
    notify observe offer omit open order pack pad paint park parse pass patch pause perform persist pick
    pin ping place plan play poll pop populate post predict prepare preview print process produce
    project promise propagate protect prove provide prune publish pull purge push put queue quote raise
    randomize rank reach read reap reapply rebuild recalibrate receive reclaim reconcile reconnect
    record recover redact redeem redirect reduce refetch refine refresh refuse register rehearse reject
    release reload remember remind remove rename render renew reorder repair repeat replace reply report
    request require reserve reset resize resolve respond restart restore restrict resume retire retrieve
    retry return reuse reveal reverse revert review revoke rewrite roll rotate round run sample sanitise
    sanitize save say scale scan schedule scroll seal search seed seek select send serialise serialize
    serve set settle setup share shift show shrink shuffle sign simulate skip sleep slice sniff solve
    sort spawn spend split stage stamp start stash stat stay step stop store stream strip submit
    subscribe subtract suggest sum summarise summarize supersede suspend swap sweep switch sync take
    tell terminate test thaw throttle throw tick tidy tie toast toggle touch trace track transact
    transfer transform translate traverse trigger trim truncate trust try turn understand undertake undo
    unify uninstall unlink unlist unlock unmark unpack unpark unseal unwrap update upgrade upload use
    validate verify view visit wait wake walk warn watch weigh withdraw wrap write yield zip
  `
    .trim()
    .split(/\s+/),
);
