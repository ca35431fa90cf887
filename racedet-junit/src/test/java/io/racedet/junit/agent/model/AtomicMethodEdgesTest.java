package io.racedet.junit.agent.model;

import static io.racedet.junit.agent.model.Programs.handOver;
import static io.racedet.junit.agent.model.Programs.hear;
import static io.racedet.junit.agent.model.Programs.untilTrue;
import static io.racedet.junit.agent.model.Programs.whisper;

import java.lang.invoke.VarHandle;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;

/**
 * Each method of the atomics: whether it publishes, and whether it sees what was published, alone
 * or with a memory fence.
 */
class AtomicMethodEdgesTest extends EdgesTestCase {
  private static final Integer NONE = 0;

  /** Not reached by counting while a thread waits. */
  private static final Integer DONE = 1_000_000_000;

  private static final List<Class<?>> CLASSES =
      List.of(
          AtomicInteger.class,
          AtomicLong.class,
          AtomicBoolean.class,
          AtomicReference.class,
          AtomicIntegerArray.class,
          AtomicLongArray.class,
          AtomicReferenceArray.class);

  /** The memory fence of a call. */
  private enum Fence {
    NONE,
    RELEASE,
    ACQUIRE
  }

  /** A method with arguments, after a release fence or before an acquire fence. */
  private record Call(Fence fence, String name, Integer... values) {
    Call(String name, Integer... values) {
      this(Fence.NONE, name, values);
    }

    @Override
    public String toString() {
      String call = name + Arrays.toString(values);
      return switch (fence) {
        case NONE -> call;
        case RELEASE -> "fence and " + call;
        case ACQUIRE -> call + " and fence";
      };
    }
  }

  private static Call released(String name, Integer... values) {
    return new Call(Fence.RELEASE, name, values);
  }

  private static Call acquired(String name, Integer... values) {
    return new Call(Fence.ACQUIRE, name, values);
  }

  private static final List<Call> PUBLISHING =
      List.of(
          new Call("set", DONE),
          new Call("lazySet", DONE),
          new Call("setRelease", DONE),
          new Call("getAndSet", DONE),
          new Call("getAndAdd", DONE),
          new Call("addAndGet", DONE),
          new Call("getAndIncrement"),
          new Call("incrementAndGet"),
          new Call("getAndDecrement"),
          new Call("decrementAndGet"),
          new Call("compareAndSet", NONE, DONE),
          new Call("weakCompareAndSetVolatile", NONE, DONE),
          new Call("weakCompareAndSetRelease", NONE, DONE),
          new Call("compareAndExchange", NONE, DONE),
          new Call("compareAndExchangeRelease", NONE, DONE),
          released("setPlain", DONE),
          released("setOpaque", DONE),
          released("weakCompareAndSet", NONE, DONE),
          released("weakCompareAndSetPlain", NONE, DONE),
          released("weakCompareAndSetAcquire", NONE, DONE),
          released("compareAndExchangeAcquire", NONE, DONE));

  private static final List<Call> SEEING =
      List.of(
          new Call("get"),
          new Call("getAcquire"),
          new Call("getAndSet", NONE),
          new Call("getAndAdd", NONE),
          new Call("addAndGet", NONE),
          new Call("getAndIncrement"),
          new Call("incrementAndGet"),
          new Call("getAndDecrement"),
          new Call("decrementAndGet"),
          new Call("compareAndSet", DONE, DONE),
          new Call("weakCompareAndSetVolatile", DONE, DONE),
          new Call("weakCompareAndSetAcquire", DONE, DONE),
          new Call("compareAndExchange", DONE, DONE),
          new Call("compareAndExchange", NONE, NONE),
          new Call("compareAndExchangeAcquire", DONE, DONE),
          new Call("compareAndExchangeAcquire", NONE, NONE),
          acquired("getPlain"),
          acquired("getOpaque"),
          acquired("weakCompareAndSet", DONE, DONE),
          acquired("weakCompareAndSetPlain", DONE, DONE),
          acquired("weakCompareAndSetRelease", DONE, DONE),
          acquired("compareAndExchangeRelease", DONE, DONE),
          acquired("compareAndExchangeRelease", NONE, NONE));

  private static final List<Call> SEEING_BY_FAILURE =
      List.of(
          new Call("compareAndSet", NONE, NONE),
          new Call("weakCompareAndSetVolatile", NONE, NONE),
          new Call("weakCompareAndSetAcquire", NONE, NONE),
          acquired("weakCompareAndSet", NONE, NONE),
          acquired("weakCompareAndSetPlain", NONE, NONE),
          acquired("weakCompareAndSetRelease", NONE, NONE));

  private static final List<Call> NOT_PUBLISHING =
      List.of(
          new Call("get"),
          new Call("getAcquire"),
          new Call("getPlain"),
          new Call("getOpaque"),
          new Call("setPlain", DONE),
          new Call("setOpaque", DONE),
          new Call("compareAndSet", DONE, NONE),
          new Call("weakCompareAndSetVolatile", DONE, NONE),
          new Call("weakCompareAndSetAcquire", NONE, DONE),
          new Call("weakCompareAndSetRelease", DONE, NONE),
          new Call("weakCompareAndSet", NONE, DONE),
          new Call("weakCompareAndSetPlain", NONE, DONE),
          new Call("compareAndExchange", DONE, NONE),
          new Call("compareAndExchangeAcquire", NONE, DONE),
          new Call("compareAndExchangeRelease", DONE, NONE),
          released("getPlain"),
          released("getOpaque"),
          released("weakCompareAndSet", DONE, NONE),
          released("weakCompareAndSetPlain", DONE, NONE),
          released("weakCompareAndSetAcquire", DONE, NONE),
          released("compareAndExchangeAcquire", DONE, NONE));

  private static final List<Call> NOT_SEEING =
      List.of(
          new Call("set", DONE),
          new Call("lazySet", DONE),
          new Call("setPlain", DONE),
          new Call("setOpaque", DONE),
          new Call("setRelease", DONE),
          new Call("getPlain"),
          new Call("getOpaque"),
          new Call("weakCompareAndSet", DONE, DONE),
          new Call("weakCompareAndSetPlain", DONE, DONE),
          new Call("weakCompareAndSetRelease", DONE, DONE),
          new Call("weakCompareAndSetRelease", NONE, NONE),
          new Call("compareAndExchangeRelease", DONE, DONE),
          new Call("compareAndExchangeRelease", NONE, NONE),
          acquired("setPlain", DONE),
          acquired("setOpaque", DONE));

  private static Object create(Class<?> type) throws ReflectiveOperationException {
    String name = type.getSimpleName();
    Object atomic =
        name.endsWith("Array")
            ? type.getConstructor(int.class).newInstance(2)
            : type.getConstructor().newInstance();
    return name.contains("Reference") ? filled(atomic) : atomic;
  }

  private static Object filled(Object atomic) {
    Programs.get(call(atomic, new Call("set", NONE)));
    return atomic;
  }

  /** The method, or null if the class has none of the name. */
  private static Method method(Class<?> type, String name) {
    return Arrays.stream(type.getMethods())
        .filter(method -> method.getName().equals(name))
        .findAny()
        .orElse(null);
  }

  /** A call of a method, found before a thread makes it. */
  private static Programs.Source<Object> call(Object atomic, Call call) {
    Method method = method(atomic.getClass(), call.name);
    Class<?>[] types = method.getParameterTypes();
    Object[] arguments = new Object[types.length];
    int index = types.length - call.values.length;
    for (int i = 0; i < types.length; i++) {
      arguments[i] = i < index ? (Object) 1 : converted(types[i], call.values[i - index]);
    }
    return fenced(call.fence, () -> method.invoke(atomic, arguments));
  }

  private static Programs.Source<Object> fenced(Fence fence, Programs.Source<Object> source) {
    return switch (fence) {
      case NONE -> source;
      case RELEASE ->
          () -> {
            VarHandle.releaseFence();
            return source.get();
          };
      case ACQUIRE ->
          () -> {
            Object result = source.get();
            VarHandle.acquireFence();
            return result;
          };
    };
  }

  private static Object converted(Class<?> type, Integer value) {
    Map<Class<?>, Object> forms =
        Map.of(
            int.class, value,
            long.class, value.longValue(),
            boolean.class, !value.equals(NONE));
    return forms.getOrDefault(type, value);
  }

  /** Whether the result of a call is what another thread has published. */
  private static boolean isSeen(Object result) {
    return result instanceof Boolean bool
        ? bool
        : ((Number) result).longValue() > DONE / 2 || ((Number) result).longValue() < -DONE / 2;
  }

  private interface Row {
    Arguments of(Class<?> type, Call call);
  }

  private static Stream<Arguments> rows(List<Call> calls, Row row) {
    return CLASSES.stream()
        .flatMap(
            type ->
                calls.stream()
                    .filter(call -> method(type, call.name) != null)
                    .map(call -> row.of(type, call)));
  }

  static Stream<Arguments> edges() {
    return Stream.of(
            rows(PUBLISHING, AtomicMethodEdgesTest::publishes),
            rows(SEEING, AtomicMethodEdgesTest::sees),
            rows(SEEING_BY_FAILURE, AtomicMethodEdgesTest::seesByItsFailure))
        .flatMap(all -> all);
  }

  private static Arguments publishes(Class<?> type, Call call) {
    return edge(
        type.getSimpleName() + ' ' + call + ", get",
        () -> {
          Object atomic = create(type);
          Programs.Source<Object> publishing = call(atomic, call);
          Programs.Source<Object> get = call(atomic, new Call("get"));
          Object before = get.get();
          handOver(publishing::get, () -> untilTrue(() -> !get.get().equals(before)));
        });
  }

  private static Arguments sees(Class<?> type, Call call) {
    return edge(
        type.getSimpleName() + " set, " + call,
        () -> {
          Object atomic = create(type);
          Programs.Source<Object> set = call(atomic, new Call("set", DONE));
          Programs.Source<Object> seeing = call(atomic, call);
          handOver(set::get, () -> untilTrue(() -> isSeen(seeing.get())));
        });
  }

  private static Arguments seesByItsFailure(Class<?> type, Call call) {
    return edge(
        type.getSimpleName() + " set, " + call + ", failed",
        () -> {
          Object atomic = create(type);
          Programs.Source<Object> set = call(atomic, new Call("set", DONE));
          Programs.Source<Object> seeing = call(atomic, call);
          handOver(set::get, () -> untilTrue(() -> seeing.get().equals(false)));
        });
  }

  static Stream<Arguments> noEdges() {
    return Stream.of(
            rows(NOT_PUBLISHING, (type, call) -> apart(type, call, new Call("get"))),
            rows(NOT_SEEING, (type, call) -> apart(type, new Call("set", DONE), call)))
        .flatMap(all -> all);
  }

  /** One thread makes a call after that of another one. */
  private static Arguments apart(Class<?> type, Call first, Call second) {
    return edge(
        type.getSimpleName() + ' ' + first + ", " + second,
        () -> {
          Object atomic = create(type);
          Programs.Source<Object> before = call(atomic, first);
          Programs.Source<Object> after = call(atomic, second);
          handOver(
              () -> {
                before.get();
                whisper("done");
              },
              () -> {
                hear("done");
                after.get();
              });
        });
  }
}
