package io.racedet.junit.agent.weave.calls;

import io.racedet.runtime.AtomicCalls;

/** Calls that are memory fences, and their modes as of {@link AtomicCalls#fence}. */
public final class FenceCall {
  public static final int NONE = 0;

  private FenceCall() {}

  /** The mode of a call, or {@link #NONE} if it is not a fence. */
  public static int mode(String owner, String name) {
    return switch (owner) {
      case "java/lang/invoke/VarHandle" -> modeOfVarHandle(name);
      case "sun/misc/Unsafe" -> modeOfUnsafe(name);
      default -> NONE;
    };
  }

  private static int modeOfVarHandle(String name) {
    return switch (name) {
      case "fullFence" -> AtomicCalls.ACQUIRE | AtomicCalls.RELEASE;
      case "acquireFence", "loadLoadFence" -> AtomicCalls.ACQUIRE;
      case "releaseFence", "storeStoreFence" -> AtomicCalls.RELEASE;
      default -> NONE;
    };
  }

  private static int modeOfUnsafe(String name) {
    return switch (name) {
      case "fullFence" -> AtomicCalls.ACQUIRE | AtomicCalls.RELEASE;
      case "loadFence" -> AtomicCalls.ACQUIRE;
      case "storeFence" -> AtomicCalls.RELEASE;
      default -> NONE;
    };
  }
}
