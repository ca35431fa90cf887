package io.racedet.junit.stress;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.concurrent.locks.StampedLock;

/**
 * The objects that the threads of one run of a generated program share, by their names in the
 * program. Out of scope, so that only the accesses of the program itself are recorded.
 */
public final class World {
  /** The number of objects of most kinds. */
  static final int COPIES = 2;

  /** The number of elements of an array. */
  static final int LENGTH = 8;

  /** The number of permits of a semaphore. */
  static final int PERMITS = 2;

  private static final VarHandle INT;
  private static final VarHandle LONG;
  private static final VarHandle ELEMENT = MethodHandles.arrayElementVarHandle(int[].class);
  private static final AtomicIntegerFieldUpdater<Cell> UPDATER =
      AtomicIntegerFieldUpdater.newUpdater(Cell.class, "vi");

  static {
    try {
      INT = MethodHandles.lookup().findVarHandle(Cell.class, "i", int.class);
      LONG = MethodHandles.lookup().findVarHandle(Cell.class, "l", long.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /* Not a map, since operations of maps are recorded. */
  private String[] names = new String[16];
  private Object[] objects = new Object[16];
  private int size;

  /**
   * Creates all objects.
   *
   * @param parties how many threads use the barrier and the latch
   */
  World(int parties) {
    for (int i = 0; i < COPIES; i++) {
      putCopy(i);
    }
    putArrays();
    put("barrier", new CyclicBarrier(parties));
    put("latch", new CountDownLatch(parties));
    put("reference", new AtomicReference<Token>());
    put("array", new AtomicIntegerArray(LENGTH));
    put("linked", new ConcurrentLinkedQueue<Token>());
    put("bounded", new ArrayBlockingQueue<Token>(LENGTH));
    put("map", new ConcurrentHashMap<Integer, Token>());
    put("ints", INT);
    put("longs", LONG);
    put("elements", ELEMENT);
    put("updater", UPDATER);
  }

  private void putCopy(int i) {
    ReentrantLock lock = new ReentrantLock(i == 1);
    put("n" + i, new Cell());
    put("g" + i, new int[LENGTH]);
    put("m" + i, new Object());
    put("l" + i, lock);
    put("k" + i, lock.newCondition());
    put("w" + i, new ReentrantReadWriteLock(i == 1));
    put("p" + i, new StampedLock());
    put("s" + i, new Semaphore(PERMITS, i == 1));
    put("v" + i, new AtomicInteger());
    put("c" + i, new AtomicInteger());
    put("u" + i, new AtomicLong());
  }

  private void putArrays() {
    put("az", new boolean[LENGTH]);
    put("ab", new byte[LENGTH]);
    put("ac", new char[LENGTH]);
    put("as", new short[LENGTH]);
    put("ai", new int[LENGTH]);
    put("al", new long[LENGTH]);
    put("af", new float[LENGTH]);
    put("ad", new double[LENGTH]);
    put("ao", new Object[LENGTH]);
  }

  private void put(String name, Object object) {
    if (size == names.length) {
      names = Arrays.copyOf(names, 2 * size);
      objects = Arrays.copyOf(objects, 2 * size);
    }
    names[size] = name;
    objects[size++] = object;
  }

  /** Adds a thread that others start and join. */
  void putThread(int number, Thread thread) {
    put("thread" + number, thread);
  }

  /**
   * Looks up an object by name.
   *
   * @param name the name
   * @param type the expected type
   * @param <T> the expected type
   * @return the object
   */
  public <T> T get(String name, Class<T> type) {
    for (int i = 0; i < size; i++) {
      if (names[i].equals(name)) {
        return type.cast(objects[i]);
      }
    }
    throw new IllegalArgumentException(name);
  }
}
