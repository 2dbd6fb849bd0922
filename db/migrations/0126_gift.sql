-- What guests go home with is the site's own gift. Its key was named for that of the demo.
update site set content = jsonb_set(content #- '{home,yeti}', '{home,gift}', content #> '{home,yeti}')
  where content -> 'home' ? 'yeti';
update audit set
    before = case when before ? 'yeti' then before - 'yeti' || jsonb_build_object('gift', before -> 'yeti') else before end,
    after = case when after ? 'yeti' then after - 'yeti' || jsonb_build_object('gift', after -> 'yeti') else after end
  where action = 'site.home-changed' and (before ? 'yeti' or after ? 'yeti');
