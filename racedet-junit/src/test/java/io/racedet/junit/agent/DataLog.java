package io.racedet.junit.agent;

import java.util.List;

/** Replaces the hooks of accesses as {@link HookLog} does the others; writes to the same log. */
public final class DataLog {
  private DataLog() {}

  public static int field(Object owner, int field, int site, ThreadLog thread) {
    ThreadLog.check(thread);
    return HookLog.log("field", owner, field, site);
  }

  public static int finalField(Object owner, int field, int site, ThreadLog thread) {
    ThreadLog.check(thread);
    return HookLog.log("finalField", owner, field, site);
  }

  public static int staticField(int field, int site, ThreadLog thread) {
    ThreadLog.check(thread);
    return HookLog.log("staticField", null, field, site);
  }

  public static int array(Object array, int index, int site, ThreadLog thread) {
    ThreadLog.check(thread);
    return HookLog.log("array", array, index, site);
  }

  public static int arrayStore(Object array, int index, Object value, int site, ThreadLog thread) {
    ThreadLog.check(thread);
    return HookLog.log("arrayStore", List.of(array, String.valueOf(value)), index, site);
  }

  public static int volatileField(Object owner, int field, int site) {
    return HookLog.log("volatileField", owner, field, site);
  }

  public static int volatileStatic(int field, int site) {
    return HookLog.log("volatileStatic", null, field, site);
  }

  public static void after(int token) {
    HookLog.log("after", null, token, HookLog.NONE);
  }

  public static void freeze(Object owner, int site) {
    HookLog.log("freeze", owner, HookLog.NONE, site);
  }
}
