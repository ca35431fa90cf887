package io.racedet.junit.agent;

import java.util.ArrayList;
import java.util.List;

/** Replaces the hooks in woven subjects, under their class name, and logs the calls. */
public final class HookLog {
  /** One call of a hook; absent arguments are null or -1. */
  public record Call(String hook, Object object, int key, int site) {}

  private static final int TOKEN = 7;
  static final int NONE = -1;
  private static final List<Call> CALLS = new ArrayList<>();

  private HookLog() {}

  public static List<Call> calls() {
    return CALLS;
  }

  static int log(String hook, Object object, int key, int site) {
    CALLS.add(new Call(hook, object, key, site));
    return TOKEN;
  }

  public static ThreadLog enter(int method) {
    log("enter", null, method, NONE);
    return ThreadLog.ONLY;
  }

  public static void caught(int site) {}

  public static void exit(ThreadLog thread) {
    ThreadLog.check(thread);
    log("exit", null, NONE, NONE);
  }

  public static int callSite() {
    log("callSite", null, NONE, NONE);
    return TOKEN;
  }

  public static void call(int site, ThreadLog thread) {
    ThreadLog.check(thread);
    log("call", null, NONE, site);
  }

  public static void callOpaque(int site, ThreadLog thread) {
    ThreadLog.check(thread);
    log("callOpaque", null, NONE, site);
  }

  public static void initialised(int method) {
    log("initialised", null, method, NONE);
  }

  public static void classInitialized(Class<?> type, int site) {
    log("classInitialized", type, NONE, site);
  }

  public static void classFailed(int site) {
    log("classFailed", null, NONE, site);
  }

  public static void allocated(Object object, int site, ThreadLog thread) {
    ThreadLog.check(thread);
    log("allocated", object, NONE, site);
  }
}
