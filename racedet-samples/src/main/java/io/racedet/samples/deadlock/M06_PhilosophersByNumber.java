package io.racedet.samples.deadlock;

import io.racedet.samples.Subject;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** Each takes the fork with the smaller number first. */
public final class M06_PhilosophersByNumber implements Subject {
  private final Object[] forks = {new Object(), new Object(), new Object()};
  private final AtomicInteger meals = new AtomicInteger();

  @Override
  public void run() throws InterruptedException {
    List<Thread> guests = new ArrayList<>();
    for (int i = 0; i < forks.length; i++) {
      int left = i;
      int right = (i + 1) % forks.length;
      guests.add(
          new Thread(
              () -> eat(forks[Math.min(left, right)], forks[Math.max(left, right)]), "guest " + i));
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
