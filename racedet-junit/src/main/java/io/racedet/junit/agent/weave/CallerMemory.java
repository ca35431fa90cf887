package io.racedet.junit.agent.weave;

import io.racedet.junit.agent.hooks.Hook;

/**
 * Keeps, in a constructor, where it was called from until the next constructor has returned: only
 * then is it entered for the record, and by then other calls have been made.
 */
final class CallerMemory {
  private final WovenCode code;
  private boolean possible;
  private boolean kept;

  CallerMemory(WovenCode code, boolean constructor) {
    this.code = code;
    this.possible = constructor && code.type().recordsData();
  }

  /** Paths part or meet here: what one of them keeps is not known on the others. */
  void branch() {
    possible = false;
  }

  /** A call comes next. */
  void beforeCall(ConstructionTracker construction) {
    if (!construction.isThisConstructed()) {
      keep();
    }
  }

  /** The call of the next constructor comes next. */
  void beforeNextConstructor(String owner) {
    if (!owner.equals("java/lang/Object")) {
      keep();
    }
  }

  /** The next constructor has returned. */
  void afterNextConstructor() {
    if (possible && kept) {
      // stack: ... -> ..., site
      code.loadCaller();
      // stack: ..., site -> ...
      code.call(Hook.CALL);
    }
    possible = false;
  }

  private void keep() {
    if (possible && !kept) {
      code.reserve(1);
      // stack: ... -> ..., site
      code.call(Hook.CALL_SITE);
      // stack: ..., site -> ...
      code.storeCaller();
      kept = true;
    }
  }
}
