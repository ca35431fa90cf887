package io.racedet.samples.deadlock;

import io.racedet.samples.Subject;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** Three philosophers: each takes the fork to the left and then the one to the right. */
public final class B06_Philosophers implements Subject {
  private final Object[] forks = {new Object(), new Object(), new Object()};
  private final AtomicInteger meals = new AtomicInteger();

  @Override
  public void run() throws InterruptedException {
    List<Thread> guests = new ArrayList<>();
    for (int i = 0; i < forks.length; i++) {
      int left = i;
      int right = (i + 1) % forks.length;
      guests.add(new Thread(() -> eat(forks[left], forks[right]), "guest " + i));
    }
    guests.forEach(Thread::start);
    for (Thread guest : guests) {
      guest.join();
    }
  }

  private void eat(Object one, Object other) {
    synchronized (one) {
      synchronized (other) {
        meals.incrementAndGet();
      }
    }
  }
}
