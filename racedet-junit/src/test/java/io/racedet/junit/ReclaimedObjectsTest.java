package io.racedet.junit;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Objects that a program does not use any more are collected while its method still runs. */
@RaceFree(repetitions = 2)
class ReclaimedObjectsTest {
  private static final VarHandle NODE;
  private static final int TRIES = 100;

  static {
    try {
      NODE = MethodHandles.lookup().findVarHandle(ReclaimedObjectsTest.class, "node", Node.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private static final class Node implements Runnable {
    private int value;

    @Override
    public void run() {
      value++;
    }
  }

  private Node node;
  private WeakReference<Node> reference;

  @BeforeEach
  void anotherThread_usesTheNode() throws InterruptedException {
    reference = used();
  }

  private static WeakReference<Node> used() throws InterruptedException {
    Node used = new Node();
    WeakReference<Node> reference = new WeakReference<>(used);
    Thread thread = new Thread(() -> reference.get().run());
    thread.start();
    thread.join();
    assertThat(used.value).isEqualTo(1);
    return reference;
  }

  @AfterEach
  void node_isCollected() throws InterruptedException {
    assertThat(reference.refersTo(null)).isTrue();
  }

  /* A thread that has ended or gone on has not always left the node when the test gets here. */
  private void collect() {
    for (int i = 0; i < TRIES && !reference.refersTo(null); i++) {
      System.gc();
    }
  }

  private List<Node> nodes() {
    List<Node> nodes = new ArrayList<>();
    nodes.add(reference.get());
    return nodes;
  }

  @Test
  void receiverOfCall() {
    assertThat(nodes().size() + nodes().hashCode()).isNotZero();
    collect();
  }

  @Test
  void receiverOfLastCall() {
    boolean empty = nodes().isEmpty();
    collect();
    assertThat(empty).isFalse();
  }

  @Test
  void argumentsOfCall() {
    List.of(reference.get(), nodes());
    collect();
  }

  @Test
  void argumentOfConstructor() {
    new ArrayList<>(nodes());
    collect();
  }

  @Test
  void argumentOfAtomicCall() {
    NODE.setRelease(this, reference.get());
    node = null;
    collect();
  }

  @Test
  void elementOfArray() {
    Node[] array = new Node[1];
    array[0] = reference.get();
    array = null;
    collect();
    assertThat(array).isNull();
  }

  @Test
  void lock() {
    synchronized (reference.get()) {
      node = null;
    }
    // The compiler's own variables for the lock become these ones.
    Object first = null;
    Object second = null;
    collect();
    assertThat(first).isSameAs(second);
  }

  @Test
  void taskOfIdleWorker() throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(1);
    try {
      pool.submit(reference.get()).get();
      collect();
    } finally {
      pool.shutdown();
    }
  }
}
