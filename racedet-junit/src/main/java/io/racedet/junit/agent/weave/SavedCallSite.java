package io.racedet.junit.agent.weave;

import io.racedet.junit.agent.hooks.Hook;
import io.racedet.junit.agent.weave.flow.ConstructionTracker;

/**
 * Saves the call site of a constructor until the constructor that it calls has returned: only then
 * is its entry recorded, and by then other calls have been made.
 */
final class SavedCallSite {
  private final WovenCode code;
  private boolean possible;
  private boolean saved;

  SavedCallSite(WovenCode code, boolean constructor) {
    this.code = code;
    this.possible = constructor && code.type().recordsData();
  }

  /** Control flow branches or merges here: a local variable is not known on all paths. */
  void branch() {
    possible = false;
  }

  /** A call comes next. */
  void beforeCall(ConstructionTracker construction) {
    if (!construction.isThisConstructed()) {
      save();
    }
  }

  /** The call of the next constructor comes next. */
  void beforeNextConstructor(String owner) {
    if (!owner.equals("java/lang/Object")) {
      save();
    }
  }

  /** The next constructor has returned. */
  void afterNextConstructor() {
    if (possible && saved) {
      // stack: ... -> ..., site
      code.reserve(2);
      code.loadCaller();
      // stack: ..., site -> ...
      code.callWithThread(Hook.CALL);
    }
    possible = false;
  }

  private void save() {
    if (possible && !saved) {
      code.reserve(1);
      // stack: ... -> ..., site
      code.call(Hook.CALL_SITE);
      // stack: ..., site -> ...
      code.storeCaller();
      saved = true;
    }
  }
}
