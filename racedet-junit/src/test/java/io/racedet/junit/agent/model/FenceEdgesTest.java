package io.racedet.junit.agent.model;

import static io.racedet.junit.agent.model.Programs.handOver;
import static io.racedet.junit.agent.model.Programs.untilTrue;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;

/** Memory fences around accesses that order nothing by themselves. */
class FenceEdgesTest extends EdgesTestCase {
  private static final VarHandle FLAG;

  static {
    try {
      FLAG = MethodHandles.lookup().findVarHandle(Subject.class, "flag", int.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /** What is accessed between the fences. */
  static final class Subject {
    int flag;
  }

  private static Arguments fenced(String name, Runnable beforeWrite, Runnable afterRead) {
    return edge(
        name,
        () -> {
          Subject subject = new Subject();
          handOver(
              () -> {
                beforeWrite.run();
                FLAG.setOpaque(subject, 1);
              },
              () -> {
                untilTrue(() -> (int) FLAG.getOpaque(subject) == 1);
                afterRead.run();
              });
        });
  }

  private static void none() {}

  static Stream<Arguments> edges() {
    return Stream.of(
        fenced("release, acquire", () -> VarHandle.releaseFence(), () -> VarHandle.acquireFence()),
        fenced("full, full", () -> VarHandle.fullFence(), () -> VarHandle.fullFence()),
        fenced(
            "stores, loads", () -> VarHandle.storeStoreFence(), () -> VarHandle.loadLoadFence()));
  }

  static Stream<Arguments> noEdges() {
    return Stream.of(
        fenced("no fence", FenceEdgesTest::none, FenceEdgesTest::none),
        fenced("release only", () -> VarHandle.releaseFence(), FenceEdgesTest::none),
        fenced("acquire only", FenceEdgesTest::none, () -> VarHandle.acquireFence()),
        fenced(
            "the wrong way round", () -> VarHandle.acquireFence(), () -> VarHandle.releaseFence()));
  }
}
