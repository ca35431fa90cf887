package io.racedet.junit.record.merge;

import io.racedet.event.Op;
import io.racedet.junit.record.sites.MethodInfo;
import io.racedet.junit.record.sites.SiteCatalog;
import io.racedet.junit.record.sites.SiteKind;
import io.racedet.runtime.AgentState;
import io.racedet.runtime.calls.CallKinds;
import io.racedet.runtime.log.Aspects;
import io.racedet.runtime.log.Layout;
import io.racedet.runtime.log.OpCodes;
import java.util.Arrays;
import java.util.function.Predicate;

/**
 * Which code a recording is about. All tests of a process share the woven classes, so there are
 * records of code that is in the scope of another test only. In this recording it is code whose
 * data accesses are not recorded; or, if it is pure, code of which only the locks are recorded, as
 * if the other test did not exist. Class loaders are pure: the JVM calls them, wherever a class is
 * used for the first time, and what a thread gets does not depend on who did so before. Not
 * thread-safe.
 */
final class CodeScope {
  private static final byte IN_SCOPE = 1;
  private static final byte OUT_OF_SCOPE = 2;
  private static final byte PURE = 3;

  private final SiteCatalog catalog;
  private final Predicate<String> classes;
  private byte[] bySite = new byte[256];

  /** Of the classes whose names are in the scope. */
  CodeScope(SiteCatalog catalog, Predicate<String> classes) {
    this.catalog = catalog;
    this.classes = classes;
  }

  /** Whether the data accesses of a site are recorded; true if the site is not known. */
  boolean contains(int site) {
    return site < 0 || of(site) == IN_SCOPE;
  }

  /** Whether a site is in code that is out of scope and that the models call pure. */
  boolean isPure(int site) {
    return site >= 0 && of(site) == PURE;
  }

  /** Whether a site is in code that runs in this recording, but whose data accesses it lacks. */
  boolean isUnseen(int site) {
    return site >= 0 && of(site) == OUT_OF_SCOPE;
  }

  /** Whether a sync record is of pure code, which is not woven where no other test needs it. */
  boolean ignores(LogCursor at) {
    return switch (at.syncOp()) {
      case OpCodes.UNKNOWN, OpCodes.UNSEEN, OpCodes.BY_SITE -> isPure(at.site());
      case OpCodes.SYNC_READ, OpCodes.SYNC_WRITE ->
          at.aspect() == Aspects.VALUE && isPure(at.site());
      default -> false;
    };
  }

  private byte of(int site) {
    if (site >= bySite.length) {
      bySite = Arrays.copyOf(bySite, Math.max(site + 1, 2 * bySite.length));
    }
    if (bySite[site] == 0) {
      bySite[site] = of(catalog.site(site).method());
    }
    return bySite[site];
  }

  private byte of(MethodInfo method) {
    if (classes.test(method.className())) {
      return IN_SCOPE;
    }
    boolean pure =
        method.isOfClassLoader()
            || AgentState.callKinds().of(method.className(), "") == CallKinds.PURE;
    return pure ? PURE : OUT_OF_SCOPE;
  }

  /** The operation of an access: that of its kind, or of its instruction. */
  Op opOf(int kind, int site) {
    if (kind >= Layout.FIELD_WITH_OP) {
      return switch (kind & 3) {
        case 0 -> Op.READ;
        case 1 -> Op.WRITE;
        case 2 -> Op.ATOMIC_READ;
        default -> Op.ATOMIC_WRITE;
      };
    }
    return catalog.site(site).kind() == SiteKind.WRITE ? Op.WRITE : Op.READ;
  }

  /** The operation of an access to a volatile field, by its instruction. */
  Op volatileOp(int site) {
    return catalog.site(site).kind() == SiteKind.VOLATILE_WRITE ? Op.SYNC_WRITE : Op.SYNC_READ;
  }
}
