package io.racedet.engine.order;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.clock.ThreadClocks;
import io.racedet.event.Op;
import io.racedet.event.Op.Operand;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What threads learn from hand-offs and wakes. */
class LocklessOrderTest {
  private static final int THREADS = 4;
  private static final List<Op> OPS =
      List.of(
          Op.JOIN,
          Op.SYNC_READ,
          Op.SYNC_WRITE,
          Op.RECEIVE,
          Op.SEND,
          Op.RELEASE,
          Op.NOTIFY,
          Op.ACQUIRE,
          Op.WAKE);

  private final ThreadClocks clocks = new ThreadClocks();

  private List<Long> knownBy(int thread) {
    List<Long> known = new ArrayList<>();
    for (int other = 0; other < THREADS; other++) {
      known.add(other == thread ? 0 : clocks.known(thread, other));
    }
    return known;
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void arrive_saysWhetherTheThreadLearnedSomething(boolean asObserved) {
    Random random = new Random(15);
    LocklessOrder order = new LocklessOrder(clocks, asObserved);
    Set<Op> teaching = EnumSet.noneOf(Op.class);
    Set<Op> teachingNothing = EnumSet.noneOf(Op.class);
    for (int time = 1; time <= 4_000; time++) {
      Op op = OPS.get(random.nextInt(OPS.size()));
      int thread = random.nextInt(THREADS);
      int operand = random.nextInt(2);
      List<Long> before = knownBy(thread);
      boolean learned = order.arrive(op, thread, operand, time);
      assertThat(learned).as("%s at %d", op, time).isEqualTo(!knownBy(thread).equals(before));
      (learned ? teaching : teachingNothing).add(op);
      order.leave(op, thread, operand, time);
    }
    Set<Op> expected = EnumSet.of(Op.JOIN, Op.SYNC_READ, Op.RECEIVE, Op.WAKE);
    if (asObserved) {
      expected.addAll(Set.of(Op.SYNC_WRITE, Op.SEND));
    }
    assertThat(teaching).isEqualTo(expected);
    assertThat(teachingNothing).containsAll(OPS);
  }

  @Test
  void wake_isAfterItsNotify() {
    assertThat(wait(new LocklessOrder(clocks, false)).arrive(Op.WAKE, 0, 0, 4)).isTrue();
    assertThat(clocks.known(0, 1)).isEqualTo(2);
  }

  /** The lock of that id is another one then. */
  @Test
  void forget_ofALock_forgetsItsNotifies() {
    LocklessOrder order = wait(new LocklessOrder(clocks, false));
    order.forget(Operand.LOCK, 0);
    assertThat(order.arrive(Op.WAKE, 0, 0, 4)).isFalse();
    assertThat(clocks.known(0, 1)).isZero();
  }

  private static LocklessOrder wait(LocklessOrder order) {
    order.leave(Op.RELEASE, 0, 0, 1);
    order.leave(Op.NOTIFY, 1, 0, 2);
    order.leave(Op.ACQUIRE, 0, 0, 3);
    return order;
  }
}
