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

  public static int field(Object owner, int field, int site) {
    return log("field", owner, field, site);
  }

  public static int finalField(Object owner, int field, int site) {
    return log("finalField", owner, field, site);
  }

  public static int staticField(int field, int site) {
    return log("staticField", null, field, site);
  }

  public static int array(Object array, int index, int site) {
    return log("array", array, index, site);
  }

  public static int arrayStore(Object array, int index, Object value, int site) {
    return log("arrayStore", List.of(array, String.valueOf(value)), index, site);
  }

  public static int volatileField(Object owner, int field, int site) {
    return log("volatileField", owner, field, site);
  }

  public static int volatileStatic(int field, int site) {
    return log("volatileStatic", null, field, site);
  }

  public static void after(int token) {
    log("after", null, token, NONE);
  }

  public static void freeze(Object owner, int site) {
    log("freeze", owner, NONE, site);
  }

  public static void enter(int method) {
    log("enter", null, method, NONE);
  }

  public static void caught(int site) {}

  public static void exit() {
    log("exit", null, NONE, NONE);
  }

  public static int callSite() {
    log("callSite", null, NONE, NONE);
    return TOKEN;
  }

  public static void call(int site) {
    log("call", null, NONE, site);
  }

  public static void callOpaque(int site) {
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

  public static void allocated(Object object, int site) {
    log("allocated", object, NONE, site);
  }
}
