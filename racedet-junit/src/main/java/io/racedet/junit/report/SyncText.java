package io.racedet.junit.report;

import io.racedet.report.SyncPoint;

/** Describes a synchronisation operation. */
final class SyncText {
  private SyncText() {}

  static String of(SyncPoint point) {
    String what =
        switch (point.op()) {
          case ACQUIRE -> "acquiring ";
          case RELEASE -> "releasing ";
          case ACQUIRE_SHARED -> "acquiring (shared) ";
          case RELEASE_SHARED -> "releasing (shared) ";
          case FORK -> "starting ";
          case JOIN -> "joining ";
          case SYNC_READ -> "reading ";
          case SYNC_WRITE -> "writing ";
          case SEND -> "sending to ";
          case RECEIVE -> "receiving from ";
          default -> point.op().mnemonic() + " on ";
        };
    return what + point.operand() + (point.at().isKnown() ? " at " + point.at().text() : "");
  }
}
