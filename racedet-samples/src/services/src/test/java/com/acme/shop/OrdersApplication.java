package com.acme.shop;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.context.event.EventListener;
import org.springframework.http.HttpStatus;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.scheduling.annotation.Async;
import org.springframework.scheduling.annotation.EnableAsync;
import org.springframework.scheduling.annotation.EnableScheduling;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;
import org.springframework.stereotype.Repository;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.web.bind.annotation.*;
import org.springframework.web.context.request.async.DeferredResult;

@SpringBootApplication
@EnableAsync
@EnableScheduling
public class OrdersApplication {
  public static void main(String[] args) {
    SpringApplication.run(OrdersApplication.class, args);
  }
}

record Order(long id, String item, int quantity) {}

record NewOrder(String item, int quantity) {}

record OrderPlaced(Order order) {}

/** Orders in memory. */
@Repository
class OrderRepository {
  private final Map<Long, Order> orders = new ConcurrentHashMap<>();
  private final AtomicLong ids = new AtomicLong();

  Order save(NewOrder order) {
    Order saved = new Order(ids.incrementAndGet(), order.item(), order.quantity());
    orders.put(saved.id(), saved);
    return saved;
  }

  Order find(long id) {
    return orders.get(id);
  }

  List<Order> all() {
    return new ArrayList<>(orders.values());
  }
}

/** Orders in a database. */
@Repository
class LedgerRepository {
  private final JdbcTemplate jdbc;

  LedgerRepository(JdbcTemplate jdbc) {
    this.jdbc = jdbc;
    jdbc.execute("create table if not exists ledger (item varchar(40), quantity int)");
  }

  @Transactional
  public void book(Order order) {
    jdbc.update("insert into ledger values (?, ?)", order.item(), order.quantity());
  }

  int total(String item) {
    Integer sum =
        jdbc.queryForObject(
            "select coalesce(sum(quantity), 0) from ledger where item = ?", Integer.class, item);
    return sum == null ? 0 : sum;
  }
}

/** Guarded by its monitor. */
@Service
class Inventory {
  private final Map<String, Integer> stock = new HashMap<>();
  private int reservations;

  synchronized int reserve(String item, int quantity) {
    reservations++;
    return stock.merge(item, quantity, Integer::sum);
  }

  synchronized int reservations() {
    return reservations;
  }
}

@Service
class OrderService {
  private final OrderRepository orders;
  private final Inventory inventory;
  private final LedgerRepository ledger;
  private final ApplicationEventPublisher events;
  private volatile Order last;

  OrderService(
      OrderRepository orders,
      Inventory inventory,
      LedgerRepository ledger,
      ApplicationEventPublisher events) {
    this.orders = orders;
    this.inventory = inventory;
    this.ledger = ledger;
    this.events = events;
  }

  Order place(NewOrder order) {
    Order saved = orders.save(order);
    inventory.reserve(order.item(), order.quantity());
    ledger.book(saved);
    last = saved;
    events.publishEvent(new OrderPlaced(saved));
    return saved;
  }

  Order last() {
    return last;
  }
}

/** Sends mails by tasks of the application's executor. */
@Component
class Mailer {
  private final ConcurrentLinkedQueue<String> sent = new ConcurrentLinkedQueue<>();

  @Async
  public CompletableFuture<String> send(Order order) {
    Draft draft = new Draft();
    draft.text = "order " + order.id();
    sent.add(draft.text);
    return CompletableFuture.completedFuture(draft.text);
  }

  static class Draft {
    String text;
  }
}

/** A listener in the thread of the request. */
@Component
class Audit {
  private final List<Long> seen = new ArrayList<>();

  @EventListener
  public void placed(OrderPlaced event) {
    synchronized (seen) {
      seen.add(event.order().id());
    }
  }

  int size() {
    synchronized (seen) {
      return seen.size();
    }
  }
}

/** Something periodic. */
@Component
class Heartbeat {
  private long beats;

  @Scheduled(fixedRate = 20)
  synchronized void beat() {
    beats++;
  }

  synchronized long beats() {
    return beats;
  }
}

@RestController
class OrderController {
  private final OrderService service;
  private final OrderRepository orders;
  private final Mailer mailer;

  /** Written by a request, read by the test after the answer. */
  String lastItem;

  OrderController(OrderService service, OrderRepository orders, Mailer mailer) {
    this.service = service;
    this.orders = orders;
    this.mailer = mailer;
  }

  @PostMapping("/orders")
  @ResponseStatus(HttpStatus.CREATED)
  Order place(@RequestBody NewOrder order) {
    return service.place(order);
  }

  @PostMapping("/single")
  Order single(@RequestBody NewOrder order) {
    lastItem = order.item();
    return service.place(order);
  }

  @GetMapping("/orders/{id}")
  Order find(@PathVariable long id) {
    return orders.find(id);
  }

  @GetMapping("/orders")
  List<Order> all() {
    return orders.all();
  }

  @PostMapping("/mails/{id}")
  CompletableFuture<String> mail(@PathVariable long id) {
    return mailer.send(orders.find(id));
  }

  @GetMapping("/deferred/{id}")
  DeferredResult<String> deferred(@PathVariable long id) {
    DeferredResult<String> result = new DeferredResult<>();
    mailer.send(orders.find(id)).thenAccept(result::setResult);
    return result;
  }
}

/** The seeded races. */
@RestController
class CatalogController {
  private final Map<String, Integer> prices = new HashMap<>();
  private int visits;

  @GetMapping("/price/{item}")
  int price(@PathVariable String item) {
    Integer known = prices.get(item);
    if (known == null) {
      known = item.length() * 10;
      prices.put(item, known);
    }
    return known;
  }

  @GetMapping("/visit")
  String visit() {
    visits++;
    return "welcome";
  }
}

/** Forgets to wait for the task. */
@RestController
class NewsletterController {
  private final Subscribers subscribers;

  NewsletterController(Subscribers subscribers) {
    this.subscribers = subscribers;
  }

  @PostMapping("/subscribe")
  String subscribe() {
    subscribers.add("someone");
    return "accepted";
  }
}

@Component
class Subscribers {
  private int count;

  @Async
  public void add(String name) {
    count++;
  }

  public int count() {
    return count;
  }
}
