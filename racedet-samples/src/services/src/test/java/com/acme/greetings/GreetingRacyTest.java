package com.acme.greetings;

import static org.junit.jupiter.api.Assertions.*;

import io.racedet.junit.RaceFree;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.*;
import org.junit.jupiter.api.Test;

/** What is the same for all services: one race a test. */
@RaceFree
abstract class GreetingRacyTest extends ServiceTestCase {
  private void load(String path) throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(4);
    List<Future<String>> all = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      String question = path + i;
      all.add(threads.submit(() -> service.ask(question)));
    }
    for (Future<String> one : all) {
      assertNotNull(one.get());
    }
    threads.shutdown();
  }

  @Test
  void counterOfGuests() throws Exception {
    load("careless/guest");
  }

  @Test
  void cacheOfNames() throws Exception {
    load("cached/guest");
  }

  @Test
  void nameWrittenAfterTheAnswer() throws Exception {
    assertEquals("hello ann", service.ask("late/ann"));
    assertNotEquals("bob", greeter.last);
  }

  @Test
  void wordChangedMeanwhile() throws Exception {
    ExecutorService thread = Executors.newSingleThreadExecutor();
    Future<String> answer = thread.submit(() -> service.ask("single/ann"));
    greeter.word = "goodbye";
    assertNotNull(answer.get());
    thread.shutdown();
  }
}

class GrpcInProcessRacyTest extends GreetingRacyTest {
  @Override
  Service open(Greeter greeter) throws Exception {
    return GrpcService.inProcess(greeter);
  }
}

class GrpcNettyRacyTest extends GreetingRacyTest {
  @Override
  Service open(Greeter greeter) throws Exception {
    return GrpcService.onNetty(greeter);
  }
}

class GrpcOkHttpRacyTest extends GreetingRacyTest {
  @Override
  Service open(Greeter greeter) throws Exception {
    return GrpcService.onOkHttp(greeter);
  }
}

class JettyRacyTest extends GreetingRacyTest {
  @Override
  Service open(Greeter greeter) throws Exception {
    return HttpService.onJetty(greeter);
  }
}

class TomcatRacyTest extends GreetingRacyTest {
  @Override
  Service open(Greeter greeter) throws Exception {
    return HttpService.onTomcat(greeter);
  }
}

class UndertowRacyTest extends GreetingRacyTest {
  @Override
  Service open(Greeter greeter) throws Exception {
    return HttpService.onUndertow(greeter);
  }
}

class NettyRacyTest extends GreetingRacyTest {
  @Override
  Service open(Greeter greeter) throws Exception {
    return new NettyService(greeter);
  }
}
