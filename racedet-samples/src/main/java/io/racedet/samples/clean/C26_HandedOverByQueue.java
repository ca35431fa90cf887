package io.racedet.samples.clean;

import io.racedet.samples.TwoThreads;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;

/** A queue hands over a message, and the sender does not access it afterwards. */
public final class C26_HandedOverByQueue implements TwoThreads {
  private final BlockingQueue<Message> queue = new ArrayBlockingQueue<>(1);
  private String seen;

  @Override
  public void first() throws InterruptedException {
    Message message = new Message();
    message.body = "ready";
    queue.put(message);
  }

  @Override
  public void second() throws InterruptedException {
    Message message = queue.take();
    seen = message.body;
  }

  private static final class Message {
    private String body; // shared: Message.body
  }
}
